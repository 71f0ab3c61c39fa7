import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { textBlocks } from '@morada/domain/debt-agreement/agreement-text';
import { DEBT_AGREEMENT_STATES } from '@morada/domain/debt-agreement/debt-agreement';
import type { agreementsOf, showAgreement } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import { formNotice, inputField } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
import type { Filled } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, done, formatInstant, rows, section, stateOf, type Tone } from './layout.part.ts';

type Listed = Awaited<ReturnType<typeof agreementsOf>>[number];
type Shown = Awaited<ReturnType<typeof showAgreement>>;

const TONES: Readonly<Record<Listed['state'], Tone>> = {
  OFFERED: 'pending',
  ACCEPTED: 'pending',
  KEPT: 'done',
  BROKEN: 'late',
  CANCELLED: 'over',
  EXPIRED: 'over',
};

const inInstalments = (count: number) => (count === 1 ? 'em 1 parcela' : `em ${count} parcelas`);

/** Offers and agreements of the tenant, as links. */
export const agreementRows = (agreements: readonly Listed[]) =>
  rows(
    agreements.map(({ id, state, total, instalments, valid_until }) => ({
      path: `${PATHS.agreements}/${id}`,
      title: `Acordo nº ${id}`,
      note: inInstalments(instalments),
      amount: formatMoney(total),
      state: stateOf(
        TONES[state],
        state === 'OFFERED' ? `Aceite até ${formatDate(valid_until)}` : DEBT_AGREEMENT_STATES[state],
      ),
    })),
  );

/** The text of an agreement; under an offer, the form that accepts it. */
export function agreementPage(area: Area, { agreement, version }: Shown, { values, errors }: Filled) {
  const { id, state, text, valid_until } = agreement;
  const blocks = textBlocks(text).map((block) => {
    if (block.kind === 'list') return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    return block.kind === 'title' ? html`<h2>${block.text}</h2>` : html`<p>${block.text}</p>`;
  });
  return areaPage(area, 'invoices', {
    title: `Acordo nº ${id}`,
    main: html`<p class="back"><a href="${PATHS.invoices}">${icons.left}Faturas</a></p>
<div class="rowhead"><h1>Acordo nº ${id}</h1>${stateOf(TONES[state], DEBT_AGREEMENT_STATES[state])}</div>
${agreement.accepted_at && accepted(agreement)}
${state === 'ACCEPTED' && section('Parcelas em aberto', instalments(agreement))}
<section class="panel" aria-label="Termo do acordo">${blocks}</section>
${
  state === 'OFFERED' &&
  section(
    'Aceitar o acordo',
    html`<p>Leia o termo acima. Ao aceitar, as faturas viram parcelas, e guardamos seu nome, a hora e o endereço de rede deste aparelho. A oferta vale até ${formatDate(valid_until)}.</p>
<form class="fields" method="post" action="${PATHS.agreements}/${id}" novalidate>
${formNotice({ id: 'aceite', values, errors })}
<input type="hidden" name="version" value="${String(version)}">
${inputField({ id: 'aceite', values, errors }, { name: 'name', label: 'Seu nome completo' })}
<button class="button main" type="submit">Li o termo e aceito o acordo</button>
</form>`,
  )
}`,
  });
}

const accepted = ({ accepted_at, accepted_name }: Shown['agreement']) =>
  done('Acordo aceito', `Por ${accepted_name}, em ${formatInstant(accepted_at ?? '')}.`);

const instalments = ({ plan }: Shown['agreement']) =>
  rows(
    plan.flatMap(({ number, invoices }) =>
      invoices
        .filter(({ status }) => status === 'PENDING')
        .map(({ id, amount, due_date }) => ({
          path: `${PATHS.invoices}/${id}`,
          title: `Parcela ${number}`,
          note: `Vence em ${formatDate(due_date)}`,
          amount: formatMoney(amount),
        })),
    ),
  );
