import type { Ticket, TicketRow } from '@morada/contract/desk/support';
import { TICKET_STATUSES, ticketLife } from '@morada/domain/attendance/ticket';
import type { OpenMaintenance } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import { formNotice, inputField, selectField, textField } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
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
import { maintenanceRows } from './maintenance.page.ts';

/** Tones as the client sees them: an answer is unread, an open question is pending. */
const TONES: Record<TicketRow['status'], Tone> = {
  OPENED: 'pending',
  REPLIED: 'done',
  AWAITING: 'pending',
  CLOSED: 'over',
};

export const ticketRow = ({ id, title, status, property, updatedAt }: TicketRow) => ({
  path: `${PATHS.tickets}/${id}`,
  title,
  note: [property?.label, formatInstant(updatedAt)].filter(Boolean).join(' · '),
  state: stateOf(TONES[status], TICKET_STATUSES[status]),
});

type List = { tickets: readonly TicketRow[]; page: number; lastPage: number };

export const ticketsPage = (area: Area, list: List, repairs: readonly OpenMaintenance[]) =>
  areaPage(area, 'tickets', {
    title: 'Chamados',
    main: html`<div class="rowhead"><h1>Chamados</h1><p class="actions"><a class="button main" href="${PATHS.newMaintenance}">Pedir manutenção</a><a class="button" href="${PATHS.newTicket}">Abrir chamado</a></p></div>
${section(
  'Manutenções em andamento',
  repairs.length > 0 ? maintenanceRows(repairs) : empty('Nenhuma manutenção em andamento.'),
  html`<a class="lead" href="${PATHS.maintenances}">Ver todas</a>`,
)}
${section('Conversas', list.tickets.length > 0 ? rows(list.tickets.map(ticketRow)) : empty('Você ainda não abriu nenhum chamado.'))}
${pager(PATHS.tickets, list)}`,
  });

type Place = { id: number; property: string };

export function newTicketPage(area: Area, { values, errors }: Filled, places: readonly Place[]) {
  const state = { id: 'chamado', values, errors };
  const choices = places.map(({ id, property }) => [String(id), property] as const);
  return areaPage(area, 'tickets', {
    title: 'Abrir chamado',
    main: html`<p class="back"><a href="${PATHS.tickets}">${icons.left}Chamados</a></p>
${heading('Abrir chamado')}
<form class="fields" method="post" action="${PATHS.newTicket}" novalidate>
${formNotice(state)}
${places.length > 0 && selectField(state, { name: 'property_id', label: 'Imóvel', optional: true }, [['', 'Nenhum em particular'], ...choices])}
${inputField(state, { name: 'title', label: 'Assunto' })}
${textField(state, { name: 'message', label: 'Mensagem' })}
<button class="button main" type="submit">Enviar</button>
</form>`,
  });
}

export function ticketPage(area: Area, ticket: Ticket, { values, errors }: Filled) {
  const { id, title, status, property, messages } = ticket;
  const state = { id: 'resposta', values, errors };
  return areaPage(area, 'tickets', {
    title,
    main: html`<p class="back"><a href="${PATHS.tickets}">${icons.left}Chamados</a></p>
<div class="rowhead"><div><h1>${title}</h1>${property && html`<p class="dim">${property.label}</p>`}</div>${stateOf(TONES[status], TICKET_STATUSES[status])}</div>
<ol class="chat">${messages.map(
      ({ author, author_name, created_at, data }) =>
        html`<li class="${author === 'STAFF' ? 'theirs' : 'mine'}"><p class="by"><strong>${author === 'STAFF' ? `${author_name}, ${area.standing.agency}` : 'Você'}</strong> <span>${formatInstant(created_at)}</span></p><p class="words">${data}</p></li>`,
    )}</ol>
${
  ticketLife.can(status, 'ask')
    ? html`<form class="fields" method="post" action="${PATHS.tickets}/${id}" novalidate>
${formNotice(state)}
${textField(state, { name: 'message', label: 'Sua mensagem' })}
<button class="button main" type="submit">Enviar</button>
</form>`
    : html`<p class="empty">Este chamado foi fechado. <a class="lead" href="${PATHS.newTicket}">Abra outro</a> se precisar.</p>`
}`,
  });
}
