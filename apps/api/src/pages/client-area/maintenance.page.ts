import { type MaintenanceState, MOST_PHOTOS, maintenanceLife } from '@morada/domain/attendance/maintenance';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import { formatMoney } from '@morada/domain/base/money';
import type {
  ClientMaintenance,
  maintenancesOf,
  OpenMaintenance,
} from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import type { Asset } from '../kit/assets.ts';
import { formNotice, inputField, selectField, textField } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
import { photosField } from '../kit/photo-form.ts';
import type { Filled } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import {
  type Area,
  areaPage,
  empty,
  formatInstant,
  heading,
  pager,
  rows,
  section,
  stateOf,
  type Tone,
} from './layout.part.ts';

const TONES: Readonly<Record<MaintenanceState, Tone>> = {
  OPENED: 'pending',
  QUOTING: 'pending',
  AWAITING_APPROVAL: 'pending',
  APPROVED: 'done',
  REFUSED: 'late',
  IN_PROGRESS: 'pending',
  DONE: 'done',
  CANCELLED: 'over',
};

const stateFor = ({ state, owns }: Pick<OpenMaintenance, 'state' | 'owns'>) =>
  owns && state === 'AWAITING_APPROVAL'
    ? stateOf('late', 'Espera a sua aprovação')
    : stateOf(TONES[state], MAINTENANCE_STATES[state]);

const row = ({ id, title, property, updated_at, ...standing }: OpenMaintenance) => ({
  path: `${PATHS.maintenances}/${id}`,
  title,
  note: `${property} · ${formatInstant(updated_at)}`,
  state: stateFor(standing),
});

/** Requests for repair, as links. */
export const maintenanceRows = (requests: readonly OpenMaintenance[]) => rows(requests.map(row));

export const maintenancesPage = (area: Area, { open, over }: Awaited<ReturnType<typeof maintenancesOf>>) =>
  areaPage(area, 'tickets', {
    title: 'Manutenções',
    main: html`<p class="back"><a href="${PATHS.tickets}">${icons.left}Chamados</a></p>
<div class="rowhead"><h1>Manutenções</h1><a class="button main" href="${PATHS.newMaintenance}">Pedir manutenção</a></div>
${section('Em andamento', open.length > 0 ? maintenanceRows(open) : empty('Nenhuma manutenção em andamento.'))}
${section('Encerradas', over.rows.length > 0 ? maintenanceRows(over.rows) : empty('Nenhuma manutenção encerrada.'))}
${pager(PATHS.maintenances, over)}`,
  });

type Place = { id: number; property: string };

export function newMaintenancePage(
  area: Area,
  { values, errors, photographs = [] }: Filled,
  places: readonly Place[],
  script: Asset,
) {
  const state = { id: 'reparo', values, errors };
  const choices = places.map(({ id, property }) => [String(id), property] as const);
  return areaPage(area, 'tickets', {
    title: 'Pedir manutenção',
    script,
    main: html`<p class="back"><a href="${PATHS.tickets}">${icons.left}Chamados</a></p>
${heading('Pedir manutenção')}
${
  places.length === 0
    ? empty('Nenhum imóvel seu por aqui. Fale com a imobiliária por um chamado.')
    : html`<p class="dim">Conte o que houve e mande fotos: a imobiliária responde por aqui, e você acompanha cada etapa.</p>
<form class="fields" method="post" action="${PATHS.newMaintenance}" enctype="multipart/form-data" novalidate data-photographs>
${formNotice(state)}
${selectField(state, { name: 'property_id', label: 'Imóvel' }, choices.length === 1 ? choices : [['', 'Escolha o imóvel'], ...choices])}
${inputField(state, { name: 'title', label: 'O que precisa de reparo' })}
${textField(state, { name: 'description', label: 'O que acontece, e desde quando' })}
${photosField(state, { name: 'photos', label: 'Fotos', most: MOST_PHOTOS, kept: photographs, path: PATHS.newMaintenance })}
<button class="button main" type="submit">Enviar o pedido</button>
</form>`
}`,
  });
}

export function maintenancePage(area: Area, request: ClientMaintenance, { values, errors }: Filled) {
  const { id, title, property, description, state, owns, photos, quotes } = request;
  const decides = owns && maintenanceLife.can(state, 'approve');
  return areaPage(area, 'tickets', {
    title,
    main: html`<p class="back"><a href="${PATHS.tickets}">${icons.left}Chamados</a></p>
<div class="rowhead"><div><h1>${title}</h1><p class="dim">Manutenção nº ${id}, ${property.label}</p></div>${stateFor(request)}</div>
${decides ? decision(request, { values, errors }) : formNotice({ id: 'resposta', values, errors })}
${!decides && quotes.length > 0 && section('Orçamentos', quoteRows(request))}
${section('O pedido', html`<p class="words">${description}</p>`)}
${
  photos.length > 0 &&
  section(
    'Fotos',
    html`<ul class="photos">${photos.map((photo, index) => html`<li><a href="${fileOf(id, photo.id)}" target="_blank" rel="noopener"><img src="${fileOf(id, photo.id)}" alt="Foto ${index + 1} de ${photos.length}" loading="lazy"></a></li>`)}</ul>`,
  )
}
${section('Andamento', steps(request))}
<p><a class="button" href="${PATHS.newTicket}?manutencao=${id}">Falar com a imobiliária sobre este pedido</a></p>`,
  });
}

const fileOf = (id: number, file: number) => `${PATHS.maintenances}/${id}/arquivos/${file}`;

type Quote = ClientMaintenance['quotes'][number];

const paper = (id: number, { file }: Quote) =>
  file && html`<a class="lead" href="${fileOf(id, file.id)}" target="_blank" rel="noopener">Abrir o orçamento</a>`;

/** Form of the owner's only answer: a choice of quotes, with buttons to approve and refuse. */
function decision({ id, quotes }: ClientMaintenance, { values, errors }: Filled) {
  const state = { id: 'resposta', values, errors };
  const chosen = values.quote_id ?? (quotes.length === 1 ? String(quotes[0]?.id) : undefined);
  const error = errors.quote_id;
  return section(
    'Sua aprovação',
    html`<p>A imobiliária pede a sua resposta. O valor aprovado sai do próximo repasse deste imóvel quando o serviço terminar.</p>
<form class="fields" method="post" action="${PATHS.maintenances}/${id}" novalidate>
${formNotice(state)}
<fieldset class="options"${error && html` aria-describedby="resposta-quote_id-erro"`}><legend>${quotes.length === 1 ? 'Orçamento' : 'Escolha um orçamento'}</legend>
${quotes.map(
  (quote) =>
    html`<div class="option"><label><input type="radio" name="quote_id" value="${quote.id}"${chosen === String(quote.id) && html` checked`}><span class="what">${quote.supplier}</span><strong class="much">${formatMoney(quote.amount)}</strong></label>${(quote.note || quote.file) && html`<p class="note">${quote.note} ${paper(id, quote)}</p>`}</div>`,
)}
${error && html`<p class="wrong" id="resposta-quote_id-erro">${error}</p>`}
</fieldset>
${textField(state, { name: 'note', label: 'Observação', optional: true })}
<div class="actions"><button class="button main" type="submit" name="answer" value="approve">Aprovar</button><button class="button" type="submit" name="answer" value="refuse">Recusar</button></div>
</form>`,
  );
}

const quoteRows = ({ id, quotes }: ClientMaintenance) =>
  rows(
    quotes.map((quote) => ({
      title: quote.supplier,
      note: html`${quote.note} ${paper(id, quote)}`,
      amount: formatMoney(quote.amount),
      state: quote.chosen ? stateOf('done', 'Aprovado') : undefined,
    })),
  );

/** Steps of the request so far, the oldest first. */
function steps(request: ClientMaintenance) {
  const { asked, owns, created_at, submitted_at, decided_at, decision_note, state, closed_at } = request;
  const approved = request.quotes.some(({ chosen }) => chosen) || ['APPROVED', 'IN_PROGRESS', 'DONE'].includes(state);
  const done: [string, string | null, string | null][] = [
    [asked ? 'Você pediu' : 'Pedido aberto', created_at, null],
    ['Orçamentos enviados ao proprietário', submitted_at, null],
    [approved ? 'Aprovado pelo proprietário' : 'Recusado pelo proprietário', decided_at, owns ? decision_note : null],
    [state === 'CANCELLED' ? 'Cancelado' : 'Concluído', closed_at, outcome(request)],
  ];
  return html`<ol class="steps">${done
    .filter(([, at]) => at !== null)
    .map(
      ([words, at, more]) =>
        html`<li><strong>${words}</strong> <span class="dim">${formatInstant(at ?? '')}</span>${more && html`<p>${more}</p>`}</li>`,
    )}${state === 'IN_PROGRESS' && html`<li><strong>Em execução</strong></li>`}</ol>`;
}

function outcome({ state, cancel_reason, charged_to, cost, instalments }: ClientMaintenance): string | null {
  if (state === 'CANCELLED') return cancel_reason;
  if (cost === null || charged_to === 'NONE') return null;
  if (instalments !== null && instalments > 1)
    return charged_to === 'TENANT'
      ? `O custo de ${formatMoney(cost)} vem em ${instalments} parcelas mensais, a partir da sua próxima fatura.`
      : `O custo de ${formatMoney(cost)} sai em ${instalments} parcelas mensais, a partir do próximo repasse.`;
  return charged_to === 'TENANT'
    ? `O custo de ${formatMoney(cost)} vem na sua próxima fatura.`
    : `O custo de ${formatMoney(cost)} sai do próximo repasse.`;
}
