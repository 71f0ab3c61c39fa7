import { triesNotice } from '@morada/domain/access/tries-message';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { html } from '../../base/html.ts';
import type { home } from '../../modules/client-area/client-area.service.ts';
import { agreementRows } from './agreement.page.ts';
import { PATHS } from './client-area.paths.ts';
import { openRows } from './invoice.page.ts';
import { type Area, areaPage, heading, rows, section } from './layout.part.ts';
import { transferRow } from './owner.page.ts';
import { ticketRow } from './ticket.page.ts';

const SHOWN = 3;

const more = (path: string, words: string) => html`<a class="lead" href="${path}">${words}</a>`;

/** Amounts due, transfers under way, and notices of the agency. */
export function homePage(
  area: Area,
  { today, open, owed, pending, coming, notices, answered, offers }: Awaited<ReturnType<typeof home>>,
  failedTries: number,
) {
  const { rents, owns, receives } = area.standing;
  return areaPage(area, 'home', {
    title: 'Início',
    main: html`${heading(`Olá, ${firstWord(area.client.name)}`, formatDate(today))}
${failedTries > 0 && html`<p class="notice" role="alert">${triesNotice(failedTries)}</p>`}
${notices.map(
  ({ id, name, message }) =>
    html`<section class="told" aria-label="Aviso"><div><h2>${name}</h2><p>${message}</p></div>
<form method="post" action="${PATHS.notices}/${id}"><button class="button" type="submit" aria-label="Dispensar o aviso ${name}">Dispensar</button></form></section>`,
)}
${offers.length > 0 && section('Proposta de acordo', agreementRows(offers))}
${
  rents &&
  section(
    'A pagar',
    open.length === 0
      ? html`<p class="empty">Nada a pagar. Suas faturas estão em dia.</p>`
      : html`<p class="amount">${formatMoney(owed)} <span>${open.length === 1 ? 'em 1 fatura' : `em ${open.length} faturas`}</span></p>${openRows(open.slice(0, SHOWN), today)}`,
    more(PATHS.invoices, 'Ver faturas'),
  )
}
${
  (owns || receives) &&
  section(
    'A receber',
    pending.length === 0
      ? html`<p class="empty">Nenhum repasse pendente.</p>`
      : html`<p class="amount">${formatMoney(coming)} <span>${pending.length === 1 ? 'em 1 repasse' : `em ${pending.length} repasses`}</span></p>${rows(pending.slice(0, SHOWN).map((transfer) => transferRow(transfer, today)))}`,
    more(PATHS.transfers, 'Ver repasses'),
  )
}
${section(
  'Atendimento',
  answered.length > 0
    ? rows(answered.slice(0, SHOWN).map(ticketRow))
    : html`<p class="empty">Precisa de algo? Escreva para nós e acompanhe a resposta aqui.</p>`,
  more(PATHS.newTicket, 'Abrir chamado'),
)}`,
  });
}

const firstWord = (name: string) => name.split(' ', 1)[0] ?? name;
