import { triesNotice } from '@morada/domain/access/tries-message';
import { type CalendarDate, daysText, formatDate, formatMonth } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { invoiceState } from '@morada/domain/rent/invoice';
import type { home } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import { invoiceTitle } from '../invoice/invoice-view.part.ts';
import type { Asset } from '../kit/assets.ts';
import { copyButton } from '../kit/payment-code.ts';
import { agreementRows } from './agreement.page.ts';
import { PATHS } from './client-area.paths.ts';
import { openRows } from './invoice.page.ts';
import { type Area, areaPage, heading, otherPages, rows, section, stateOf } from './layout.part.ts';
import { maintenanceRows } from './maintenance.page.ts';
import { transferRow } from './owner/owner.page.ts';
import { hasMoney, yearView } from './owner/year.part.ts';
import { ticketRow } from './ticket.page.ts';

const SHOWN = 3;

type Home = Awaited<ReturnType<typeof home>>;

const more = (path: string, words: string) => html`<a class="lead" href="${path}">${words}</a>`;

/** Home page: amounts due and how to pay them, money received and coming, and requests that wait for an answer. */
export function homePage(area: Area, shown: Home, { failedTries, copying }: { failedTries: number; copying: Asset }) {
  const { today, notices, offers, toDecide, repairs, answered, year } = shown;
  const { rents, owns, receives } = area.standing;
  const gets = owns || receives;
  const under = repairs.filter((repair) => !toDecide.includes(repair));
  return areaPage(area, 'home', {
    title: 'Início',
    script: copying,
    main: html`${heading(`Olá, ${firstWord((area.client.person ?? area.client).name)}`, formatDate(today))}
${failedTries > 0 && html`<p class="notice" role="alert">${triesNotice(failedTries)}</p>`}
${notices.map(
  ({ id, name, message }) =>
    html`<section class="told" aria-label="Aviso"><div><h2>${name}</h2><p>${message}</p></div>
<form method="post" action="${PATHS.notices}/${id}"><button class="button" type="submit" aria-label="Dispensar o aviso ${name}">Dispensar</button></form></section>`,
)}
${offers.length > 0 && section('Proposta de acordo', agreementRows(offers))}
${toDecide.length > 0 && section('Espera a sua aprovação', maintenanceRows(toDecide))}
${rents && section('A pagar', due(shown), more(PATHS.invoices, 'Ver faturas'))}
${gets && section('A receber', coming(shown), more(PATHS.transfers, 'Ver repasses'))}
${
  (rents || gets) &&
  section(
    'Seu ano',
    html`<div class="sides">${rents && hasMoney(year, 'TENANT') && yearView(year, 'TENANT', { folded: true })}${gets && hasMoney(year, 'OWNER') && yearView(year, 'OWNER', { folded: true })}</div>${!hasMoney(year, 'TENANT') && !hasMoney(year, 'OWNER') && html`<p class="empty">Ainda não há movimento neste ano.</p>`}`,
    more(PATHS.year, 'Ver outros anos'),
  )
}
${section(
  'Chamados',
  html`${under.length > 0 && maintenanceRows(under.slice(0, SHOWN))}${
    answered.length > 0 && rows(answered.slice(0, SHOWN).map(ticketRow))
  }<p class="actions"><a class="button" href="${PATHS.newMaintenance}">Pedir manutenção</a><a class="button" href="${PATHS.newTicket}">Abrir chamado</a></p>`,
  more(PATHS.tickets, 'Ver chamados'),
)}
${others(area)}`,
  });
}

/** Links to the pages that have no place in a phone's bar. */
function others({ standing }: Area) {
  const pages = otherPages(standing);
  return (
    pages.length > 0 &&
    html`<nav class="others" aria-label="Outras páginas">${pages.map(({ path, title }) => html`<a class="button" href="${path}">${title}</a>`)}</nav>`
  );
}

const inInvoices = (count: number) => (count === 1 ? '1 fatura' : `${count} faturas`);

/** The invoice to pay next, with today's amount and its Pix code; the others below. */
function due({ next, open, late, toPay, today }: Home) {
  if (!next)
    return html`<p class="empty">Nada a pagar. ${open.length > 0 ? 'Já recebemos um pagamento, que está em conferência.' : 'Suas faturas estão em dia.'}</p>
${open.length > 0 && openRows(open.slice(0, SHOWN), today)}`;
  const { id, property, due_date, code } = next;
  const path = `${PATHS.invoices}/${id}`;
  const others = open.filter((invoice) => invoice.id !== id);
  return html`<div class="panel next" data-watch="copied">
<div><p class="dim">${invoiceTitle(next)}, ${property}</p>
<p class="amount">${formatMoney(next.owed)}</p>
<p>${whenDue(next, today)}</p></div>
${
  code !== null &&
  html`<p class="code short" id="pix" title="${code}" data-code="${code}">${code}</p>
<p class="pays">${copyButton('pix', 'Copiar código Pix')}<a class="button" href="${path}">Pagar com QR code ou boleto</a></p>`
}${code === null && html`<p class="pays"><a class="button main" href="${path}">Ver como pagar</a></p>`}
${late.count > 1 && html`<p class="dim">Em atraso: ${inInvoices(late.count)}, ${formatMoney(late.owed)} hoje, com vencimento a partir de ${formatDate(due_date)}.</p>`}
</div>
${others.length > 0 && html`${openRows(others.slice(0, SHOWN), today)}<p class="dim">Ao todo, ${formatMoney(toPay.owed)} em ${inInvoices(toPay.count)}.</p>`}`;
}

function whenDue({ due_date, amount, owed }: NonNullable<Home['next']>, today: CalendarDate) {
  const { tone, days } = invoiceState({ status: 'PENDING', due_date }, today);
  if (tone !== 'late')
    return stateOf('pending', due_date === today ? 'Vence hoje' : `Vence em ${formatDate(due_date)}`);
  const charged = owed > amount ? ', já com multa e juros de hoje' : '';
  return stateOf('late', `Venceu há ${daysText(days)}, em ${formatDate(due_date)}${charged}`);
}

/** Amounts received and transferred this month, and the next transfer. */
function coming({ month, pending, coming: sum, today }: Home) {
  const [next] = pending;
  const figure = (label: string, value: string, note?: string) =>
    html`<div><dt>${label}</dt><dd>${value}${note && html` <span>${note}</span>`}</dd></div>`;
  const of = month ? ` em ${formatMonth(month.month)}` : '';
  return html`<dl class="figures three">
${figure(`Recebido${of}`, formatMoney(month?.received ?? 0))}
${figure(`Repassado a você${of}`, formatMoney(month?.passed_on ?? 0))}
${next ? figure('Próximo repasse', formatMoney(next.amount), next.due_date < today ? `previsto para ${formatDate(next.due_date)}` : `até ${formatDate(next.due_date)}`) : figure('Próximo repasse', 'Nenhum pendente')}
</dl>
${pending.length > 0 && rows(pending.slice(0, SHOWN).map((transfer) => transferRow(transfer, today)))}
${pending.length > 1 && html`<p class="dim">Ao todo, ${formatMoney(sum)} em ${pending.length} repasses.</p>`}`;
}

const firstWord = (name: string) => name.split(' ', 1)[0] ?? name;
