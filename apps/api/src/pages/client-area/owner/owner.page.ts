import type { Statement } from '@morada/contract/money/statements';
import {
  type CalendarDate,
  formatDate,
  formatMonth,
  formatShortMonth,
  type Reference,
  shownReference,
} from '@morada/domain/base/calendar';
import { formatAmount, formatMoney } from '@morada/domain/base/money';
import { monthSpan, type Span } from '@morada/domain/base/span';
import { INDEFINITE_TERM } from '@morada/domain/lease/contract-words';
import { listingPath } from '@morada/domain/property/property';
import { LOCATIONS, PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import { closingLabel } from '@morada/domain/rent/statement';
import { transferState } from '@morada/domain/rent/transfer';
import type { OwnedProperty, transfersOf } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../../base/html.ts';
import { inputField } from '../../kit/fields.ts';
import { PATHS } from '../client-area.paths.ts';
import { type Area, areaPage, empty, heading, pager, rows, section, stateOf } from '../layout.part.ts';

type Transfer = {
  id: number;
  amount: number;
  due_date: CalendarDate;
  done_on: CalendarDate | null;
  status: 'PENDING' | 'DONE';
  reference: Reference | null;
  property: string;
};

const about = ({ reference }: Transfer) =>
  reference === null ? 'Repasse' : `Aluguel de ${formatMonth(shownReference(reference))}`;

/** A concluded transfer links to its receipt; a negative one is owed by the owner. */
export function transferRow(transfer: Transfer, today: CalendarDate) {
  const { id, amount, due_date, done_on, status, property } = transfer;
  const isDone = status === 'DONE';
  const late = transferState({ status, due_date }, today).tone === 'late';
  const expected = late ? `Previsto para ${formatDate(due_date)}` : `Até ${formatDate(due_date)}`;
  return {
    ...(isDone && { path: `${PATHS.transfers}/${id}/recibo`, opens: true }),
    title: about(transfer),
    note: isDone ? `${property} · vencimento ${formatDate(due_date)}` : property,
    amount: formatMoney(amount),
    state: isDone
      ? stateOf('done', `Efetuado em ${done_on && formatDate(done_on)}`)
      : stateOf(late ? 'late' : 'pending', expected),
  };
}

export function transfersPage(area: Area, { today, pending, done }: Awaited<ReturnType<typeof transfersOf>>) {
  return areaPage(area, 'transfers', {
    title: 'Repasses',
    main: html`${heading('Repasses')}
${section('Pendentes', pending.length > 0 ? rows(pending.map((transfer) => transferRow(transfer, today))) : empty('Nenhum repasse pendente.'))}
${section(
  'Efetuados',
  done.transfers.length > 0
    ? rows(done.transfers.map((transfer) => transferRow(transfer, today)))
    : empty('Nenhum repasse efetuado ainda.'),
)}
${pager(PATHS.transfers, done)}`,
  });
}

const spanQuery = ({ start, end }: Span) => `inicio=${start}&fim=${end}`;

export function statementPage(area: Area, statement: Statement, months: readonly Reference[], today: CalendarDate) {
  const { start, end, opening, credits, debits, closing, events, income } = statement;
  const state = { id: 'periodo', values: { inicio: start, fim: end }, errors: {} };
  const figure = (label: string, amount: number) => html`<div><dt>${label}</dt><dd>${formatMoney(amount)}</dd></div>`;
  return areaPage(area, 'statement', {
    title: 'Extrato',
    main: html`${heading('Extrato', `${formatDate(start)} a ${formatDate(end)}`)}
<p class="months">${months.map((month) => html`<a class="button" href="${PATHS.statement}?${spanQuery(monthSpan(month))}">${formatShortMonth(month)}</a>`)}</p>
<form class="fields period" method="get" action="${PATHS.statement}">
${inputField(state, { name: 'inicio', label: 'De', type: 'date' })}
${inputField(state, { name: 'fim', label: 'Até', type: 'date' })}
<button class="button main" type="submit">Mostrar</button>
<a class="button" href="${PATHS.statement}/pdf?${spanQuery(statement)}" target="_blank" rel="noopener">Abrir em PDF</a>
</form>
<dl class="figures">
${figure('Saldo anterior', opening)}
${figure('Créditos', credits)}
${figure('Débitos', debits)}
${figure(closingLabel(end, today), closing)}
</dl>
<dl class="figures">
${figure('Aluguéis brutos', income.gross)}
${figure('Taxa de administração', 0 - income.fee)}
${figure('Outros valores', income.others)}
${figure('Líquido', income.net)}
</dl>
${
  events.length === 0
    ? empty('Nenhum lançamento neste período.')
    : rows(
        events.map(({ date, title, property, lines, amount, balance, ...proof }) => ({
          title,
          note: html`${[formatDate(date), property].filter(Boolean).join(' · ')}${proofOf(proof)}`,
          amount: formatMoney(amount),
          state: html`<span class="tone">Saldo ${formatMoney(balance)}</span>`,
          lines:
            // A single line would repeat the amount.
            lines.length > 1
              ? html`<span class="lines">${lines.map((line) => html`<span><span>${line.name}</span><span>${formatAmount(line.amount)}</span></span>`)}</span>`
              : null,
        })),
      )
}`,
  });
}

/** When a payment was due, and what proves it. */
const proofOf = ({ transfer_id, due_date, end_to_end_id, files }: Proof) =>
  html`${due_date && html` · vencimento ${formatDate(due_date)}`}${
    end_to_end_id && html`<span class="proof">Pix ${end_to_end_id}</span>`
  }${files.map(
    ({ id, name }) =>
      html`<a class="proof" href="${PATHS.transfers}/${transfer_id}/arquivos/${id}" target="_blank" rel="noopener">Comprovante: ${name}</a>`,
  )}`;
type Proof = Pick<Statement['events'][number], 'transfer_id' | 'due_date' | 'end_to_end_id' | 'files'>;

export const propertiesPage = (area: Area, properties: readonly OwnedProperty[]) =>
  areaPage(area, 'properties', {
    title: 'Imóveis',
    main: html`${heading('Imóveis')}
${properties.length > 0 ? properties.map(property) : empty('Nenhum imóvel por aqui.')}`,
  });

function property(row: OwnedProperty) {
  const { id, status, type, location, neighborhood, city, state, rent, price, tenant, end_date, indefinite, late } =
    row;
  const place = [LOCATIONS[location], neighborhood, [city, state].filter(Boolean).join('/')].join(', ');
  const fact = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<section class="panel" aria-label="Imóvel ${id}">
<div class="parthead"><h2>${row.property}</h2>${stateOf(status === 'RENTED' || status === 'SOLD' ? 'done' : 'pending', PROPERTY_STATUSES[status])}</div>
<p class="dim">${place}</p>
<dl class="terms">
${
  tenant && rent !== null && type !== 'RENT'
    ? html`${fact('Comprador', tenant)}${fact('Preço da venda', formatMoney(rent))}`
    : tenant && rent !== null
      ? html`${fact('Inquilino', tenant)}${fact('Aluguel', formatMoney(rent))}${end_date && (indefinite ? fact('Contrato', INDEFINITE_TERM) : fact('Contrato até', formatDate(end_date)))}${fact('Pagamentos', late === 0 ? 'em dia' : late === 1 ? '1 fatura em atraso' : `${late} faturas em atraso`)}`
      : fact('Preço anunciado', formatMoney(price))
}
</dl>
${row.is_listed && html`<p><a class="button" href="${listingPath(row)}">Ver o anúncio</a></p>`}
</section>`;
}
