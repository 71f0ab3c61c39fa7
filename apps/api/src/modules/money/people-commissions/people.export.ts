import type { Received } from '@morada/contract/base/endpoint';
import type { PersonStatement, peopleCommissions } from '@morada/contract/money/people-commissions';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { type Span, spanInFileName } from '@morada/domain/base/span';
import { addressLine } from '@morada/domain/property/property';
import { COMMISSION_STATES } from '@morada/domain/rent/people/entry-life';
import { COMMISSION_KINDS, COMMISSION_ROLES } from '@morada/domain/rent/people/share';
import { closingLabel } from '@morada/domain/rent/statement';
import { actorId, type Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { statementPdf } from '#api/pdf/statement.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, SHEET_TYPES, text, writeSheet } from '#api/sheets/write.ts';
import { type EntryRow, findEntriesAt, findEntryIds } from './people.queries.ts';
import { monthSpan, showStatement, statementPeriod } from './people.service.ts';

const COLUMNS: Column<EntryRow>[] = [
  number('ID', 10, (row) => row.id),
  text('Pessoa', 32, (row) => row.person),
  text('Papel', 12, (row) => COMMISSION_ROLES[row.role]),
  text('Tipo', 10, (row) => COMMISSION_KINDS[row.kind]),
  text('Imóvel', 36, addressLine),
  number('Contrato', 10, (row) => row.proposal_id),
  number('Fatura', 10, (row) => row.invoice_id),
  day('Recebimento', 12, (row) => row.received_on),
  money('Base', 14, (row) => row.base),
  number('Percentual', 12, (row) => row.share / 100),
  money('Comissão', 14, (row) => row.amount),
  text('Situação', 14, (row) => COMMISSION_STATES[row.state]),
  day('Desfeita em', 12, (row) => row.undone_on),
];

export const PEOPLE_LIST: ListSheet<Received<typeof peopleCommissions.export>['query'], EntryRow> = {
  name: 'comissoes-de-pessoas',
  title: 'Comissões de pessoas',
  columns: COLUMNS,
  find: (ctx, search) => findEntryIds(ctx.db, monthSpan(ctx, search)),
  load: ({ db }, ids) => findEntriesAt(db, ids),
};

const takenOut = (ctx: Context, { person, start, end }: PersonStatement, format: 'pdf' | 'xlsx') =>
  change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', {
      ...{ list: 'comissoes-de-pessoas', format, admin_user_id: person.id, start, end },
    }),
  );

export async function printPerson(ctx: Context, id: number, search: Partial<Span>) {
  const statement = await showStatement(ctx, id, search);
  await takenOut(ctx, statement, 'pdf');
  return personPdf(statement, await letterheadOf({ db: ctx.db, files: ctx.files }), ctx.today());
}

function personPdf(statement: PersonStatement, agency: Letterhead, today: CalendarDate) {
  const { person, start, end, opening, closing, earned, paid, events } = statement;
  return statementPdf({
    ...{ title: 'Extrato de comissões', agency, owner: person.name, day: today },
    period: spanInFileName({ start, end }),
    about: [statementPeriod({ start, end }), `Emitido em ${formatDate(today)}`],
    facts: [
      { label: 'Saldo anterior', value: formatMoney(opening) },
      { label: 'Comissões', value: formatMoney(earned) },
      { label: 'Pagamentos', value: formatMoney(paid) },
      { label: closingLabel(end, today), value: formatMoney(closing) },
    ],
    opening,
    events: events.map((event) => ({ ...event, lines: [] })),
    closing,
    closingLabel: closingLabel(end, today),
    remark:
      closing < 0
        ? 'Saldo a descontar: comissões pagas foram desfeitas, e o próximo pagamento as desconta.'
        : 'Saldo a pagar das comissões recebidas até o fim do período.',
    check: [],
  });
}

type Line = { date: CalendarDate | null; title: string; note: string; amount: number | null; balance: number };

const LINES: Column<Line>[] = [
  day('Data', 12, (row) => row.date),
  text('Lançamento', 36, (row) => row.title),
  text('Descrição', 60, (row) => row.note),
  money('Valor', 14, (row) => row.amount),
  money('Saldo', 14, (row) => row.balance),
];

export async function personSheet(ctx: Context, id: number, search: Partial<Span>) {
  const statement = await showStatement(ctx, id, search);
  await takenOut(ctx, statement, 'xlsx');
  return {
    stream: writeSheet('xlsx', { name: 'Comissões', columns: LINES, rows: linesOf(statement, ctx.today()) }),
    name: `comissoes-${id}-${spanInFileName(statement).replaceAll(' ', '-')}.xlsx`,
    type: SHEET_TYPES.xlsx,
  };
}

async function* linesOf({ opening, closing, end, events }: PersonStatement, today: CalendarDate): AsyncGenerator<Line> {
  yield { date: null, title: 'Saldo anterior', note: '', amount: null, balance: opening };
  yield* events;
  yield { date: null, title: closingLabel(end, today), note: '', amount: null, balance: closing };
}
