import type { Statement } from '@morada/contract/money/statements';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import { spanInFileName } from '@morada/domain/base/span';
import { closingLabel, lastDayOf } from '@morada/domain/rent/statement';
import { checkLine, type PaperMark } from '#api/modules/registry/issued-papers/issued-papers.service.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { statementPdf } from '#api/pdf/statement.ts';
import { type Column, day, money, number, SHEET_TYPES, text, writeSheet } from '#api/sheets/write.ts';

type Event = Statement['events'][number];

/** `Aluguel 1.500,00 · Taxa de administração −150,00`; a single line would repeat the amount. */
const explained = ({ lines }: Event) =>
  lines.length > 1 ? lines.map(({ name, amount }) => `${name} ${formatAmount(amount)}`).join(' · ') : '';

/** A statement as it is printed: its day, and the code that checks it. */
export type IssuedStatement = { issued_on: CalendarDate; mark: PaperMark };

/** `vencimento 05/03/2026`, and what proves a payment. */
const provedBy = ({ due_date, end_to_end_id, files }: Event) =>
  [
    due_date && `vencimento ${formatDate(due_date)}`,
    end_to_end_id && `Pix ${end_to_end_id}`,
    files.length > 0 && `comprovante ${files.map(({ name }) => name).join(', ')}`,
  ].filter((words) => typeof words === 'string');

export function ownerStatementPdf(
  { user, start, end, ...account }: Statement,
  agency: Letterhead,
  { issued_on, mark }: IssuedStatement,
) {
  const { opening, credits, debits, closing, events, income } = account;
  return statementPdf({
    agency,
    owner: user.name,
    period: spanInFileName({ start, end }),
    day: issued_on,
    about: [
      `${documentKind(user.cpf_cnpj)} ${formatDocument(user.cpf_cnpj)}`,
      `Período de ${formatDate(start)} a ${formatDate(end)}`,
      `Emitido em ${formatDate(issued_on)}`,
    ],
    facts: [
      { label: 'Saldo anterior', value: formatMoney(opening) },
      { label: 'Créditos', value: formatMoney(credits) },
      { label: 'Débitos', value: formatMoney(debits) },
      { label: closingLabel(end, issued_on), value: formatMoney(closing) },
      { label: 'Aluguéis brutos', value: formatMoney(income.gross) },
      { label: 'Taxa de administração', value: formatMoney(0 - income.fee) },
      { label: 'Outros valores', value: formatMoney(income.others) },
      { label: 'Líquido do proprietário', value: formatMoney(income.net) },
    ],
    opening,
    events: events.map((event) => ({
      date: event.date,
      title: event.title,
      note: [event.description, event.property, ...provedBy(event)].filter(Boolean).join(' · '),
      // A single line would repeat the amount.
      lines: event.lines.length > 1 ? event.lines : [],
      amount: event.amount,
      balance: event.balance,
    })),
    closing,
    closingLabel: closingLabel(end, issued_on),
    remark: remarkOf(closing, lastDayOf(end, issued_on)),
    check: [checkLine(mark), `SHA-256 dos dados: ${mark.sha256}`],
  });
}

function remarkOf(closing: Cents, end: CalendarDate): string {
  if (closing === 0) return `Em ${formatDate(end)} não há valor a repassar.`;
  return closing > 0
    ? `Saldo a repassar ao proprietário em ${formatDate(end)}.`
    : `Saldo devido pelo proprietário em ${formatDate(end)}: as deduções passaram dos aluguéis recebidos.`;
}

/** An event, or the opening or closing balance, which have no event. */
type Row = { event: Event | null; title: string; credit: number | null; debit: number | null; balance: number };

const proofOf = ({ end_to_end_id, files }: Event) =>
  [end_to_end_id, ...files.map(({ name }) => name)].filter(Boolean).join(', ') || null;

const COLUMNS: Column<Row>[] = [
  day('Data', 12, ({ event }) => event?.date ?? null),
  text('Lançamento', 28, (row) => row.title),
  text('Descrição', 26, ({ event }) => event?.description ?? null),
  text('Imóvel', 36, ({ event }) => event?.property ?? null),
  number('Fatura', 10, ({ event }) => event?.invoice_id ?? null),
  number('Repasse', 10, ({ event }) => event?.transfer_id ?? null),
  day('Vencimento', 12, ({ event }) => event?.due_date ?? null),
  text('Comprovante', 36, ({ event }) => event && proofOf(event)),
  text('Discriminação', 60, ({ event }) => event && explained(event)),
  money('Crédito', 14, (row) => row.credit),
  money('Débito', 14, (row) => row.debit),
  money('Saldo', 14, (row) => row.balance),
];

export function ownerStatementSheet(statement: Statement, today: CalendarDate) {
  return {
    stream: writeSheet('xlsx', { name: 'Extrato', columns: COLUMNS, rows: rowsOf(statement, today) }),
    name: `extrato-${statement.user.id}-${spanInFileName(statement).replaceAll(' ', '-')}.xlsx`,
    type: SHEET_TYPES.xlsx,
  };
}

async function* rowsOf(statement: Statement, today: CalendarDate): AsyncGenerator<Row> {
  const { end, opening, events, credits, debits, closing } = statement;
  yield { event: null, title: 'Saldo anterior', credit: null, debit: null, balance: opening };
  for (const event of events) {
    const credit = event.amount > 0 ? event.amount : null;
    const debit = event.amount > 0 ? null : 0 - event.amount;
    yield { event, title: event.title, credit, debit, balance: event.balance };
  }
  yield { event: null, title: closingLabel(end, today), credit: credits, debit: debits, balance: closing };
}
