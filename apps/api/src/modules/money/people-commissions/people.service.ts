import type { PeopleSearch } from '@morada/contract/money/finance.search';
import {
  type ExpectedFee,
  type PersonEntry,
  type PersonRow,
  type PersonStatement,
  peopleCommissionProblems,
} from '@morada/contract/money/people-commissions';
import { firstDay, formatDate, lastDay, referenceOf } from '@morada/domain/base/calendar';
import { allocate, formatAmount, formatPercent, sum } from '@morada/domain/base/money';
import { type Span, spanOf } from '@morada/domain/base/span';
import { addressLine } from '@morada/domain/property/property';
import {
  agencyShare,
  COMMISSION_KINDS,
  COMMISSION_ROLES,
  netOf,
  PAYMENT_PAPERS,
  payable,
  personShares,
  ruleInForce,
} from '@morada/domain/rent/people/share';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import { actorId, type Context, type Db } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import { findPerson } from './payments.queries.ts';
import * as queries from './people.queries.ts';
import { type ExpectedRow, findExpectedFees } from './receipts.queries.ts';
import { findNames } from './rules.queries.ts';

const MOST_EXPECTED = 100;

export const monthSpan = (ctx: Pick<Context, 'today'>, { month }: z.output<typeof PeopleSearch>): Span => {
  const reference = month ?? referenceOf(ctx.today());
  return { start: firstDay(reference), end: lastDay(reference) };
};

export const shownEntry = ({ street, number, complement, person: _, ...row }: queries.EntryRow): PersonEntry => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

/** People with commissions in a month or still open, and fees that are yet to come. */
export const listPeople = (ctx: Context, search: z.output<typeof PeopleSearch>) =>
  snapshot(ctx.db, async (trx) => {
    const span = monthSpan(ctx, search);
    const data = (await queries.findPeople(trx, span)).map(
      (row): PersonRow => ({ ...row, payable: row.due - row.debit }),
    );
    const total = (figure: 'earned' | 'paid' | 'due' | 'debit') => sum(data.map((row) => row[figure]));
    return {
      ...{ month: referenceOf(span.start), data },
      ...{ earned: total('earned'), paid: total('paid'), due: total('due'), debit: total('debit') },
      expected: await expectedFees(trx),
    };
  });

async function expectedFees(trx: Db): Promise<ExpectedFee[]> {
  const rows = await findExpectedFees(trx, MOST_EXPECTED);
  const divided = rows.map((row) => ({ row, rule: ruleInForce(row.rules) }));
  const shares = divided.map(({ row, rule }) => personShares(rule?.shares ?? [], row.captor));
  const ids = shares.flatMap((own) => own.map(({ admin_user_id }) => admin_user_id));
  const people = new Map((await findNames(trx, ids)).map((person) => [person.id, person]));
  return divided.map(({ row, rule }, index) => {
    const own = shares[index] ?? [];
    const parts = allocate(row.amount, [...own.map(({ share }) => share), agencyShare(own)]);
    return {
      ...{ id: row.id, proposal_id: row.proposal_id, property: addressLine(row), amount: row.amount },
      rule: sourceOf(rule),
      people: own.map(({ admin_user_id, role, share }, place) => {
        const { id, name, deleted_at } = present(people.get(admin_user_id), 'the person');
        return { id, name, active: deleted_at === null, role, share, amount: parts[place] ?? 0 };
      }),
      agency: parts.at(-1) ?? 0,
    };
  });
}

function sourceOf(rule: ExpectedRow['rules'][number] | undefined): ExpectedFee['rule'] {
  if (!rule) return null;
  if (rule.proposal_id !== null) return 'CONTRACT';
  return rule.property_id === null ? 'AGENCY' : 'PROPERTY';
}

/** A person's account of a period: what came, what was undone, what was paid, and what is open today. */
export const showStatement = (ctx: Context, id: number, search: Partial<Span>): Promise<PersonStatement> =>
  snapshot(ctx.db, async (trx) => {
    const person = await findPerson(trx, id);
    if (!person) throw peopleCommissionProblems.PERSON_NOT_FOUND();
    const span = spanOf(search, ctx.today());
    const opening = await queries.findOpening(trx, id, span.start);
    const entries = (await queries.findEntriesOf(trx, id, span)).map(shownEntry);
    const payments = await queries.findPayments(trx, id, span);
    const open = (await queries.findOpenEntries(trx, id)).map(shownEntry);
    const moved = movesOf(entries, payments, span);
    let balance = opening;
    const events = moved.map(({ kind: _, ...event }) => {
      balance += event.amount;
      return { ...event, balance };
    });
    const total = (kind: 'ENTRY' | 'PAYMENT') =>
      sum(moved.filter((one) => one.kind === kind).map(({ amount }) => amount));
    const { due, debit, amount } = payable(open);
    return {
      person: { id: person.id, name: person.name, active: person.deleted_at === null },
      ...span,
      ...{ opening, closing: balance, earned: total('ENTRY'), paid: 0 - total('PAYMENT'), events },
      ...{ due, debit, payable: amount, open },
      payments: payments.map((payment) => ({ ...payment, net: netOf(payment.amount, payment) })),
    };
  });

export const showOwn = (ctx: Context, search: Partial<Span>) => showStatement(ctx, actorId(ctx), search);

type Move = Pick<PersonStatement['events'][number], 'date' | 'title' | 'note' | 'amount'> & {
  kind: 'ENTRY' | 'PAYMENT';
};

/** Movements of a person's account, by day: within one, what came goes before what was undone or paid. */
function movesOf(
  entries: readonly PersonEntry[],
  payments: readonly queries.PaymentRow[],
  { start, end }: Span,
): Move[] {
  const within = (date: string | null) => date !== null && date >= start && date <= end;
  const came = entries.flatMap((entry): Move[] =>
    within(entry.received_on)
      ? [{ kind: 'ENTRY', date: entry.received_on, title: titleOf(entry), note: noteOf(entry), amount: entry.amount }]
      : [],
  );
  const undone = entries.flatMap((entry): Move[] => {
    const { undone_on: date, amount } = entry;
    if (date === null || !within(date)) return [];
    const title = `Desfeita: ${titleOf(entry).charAt(0).toLowerCase()}${titleOf(entry).slice(1)}`;
    return [{ kind: 'ENTRY', date, title, note: noteOf(entry), amount: 0 - amount }];
  });
  const paid = payments.map(
    ({ paid_on: date, paper, paper_number, amount, ...payment }): Move => ({
      ...{ kind: 'PAYMENT', date, title: `Pagamento, ${PAYMENT_PAPERS[paper]} ${paper_number}`, amount: 0 - amount },
      note: paymentNote({ amount, ...payment }),
    }),
  );
  return [...came, ...undone, ...paid].toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
}

const titleOf = ({ kind, role, base }: PersonEntry) =>
  base < 0
    ? `Aluguel devolvido, ${COMMISSION_ROLES[role].toLowerCase()}`
    : `${COMMISSION_KINDS[kind]}, ${COMMISSION_ROLES[role].toLowerCase()}`;

const noteOf = ({ share, base, property, proposal_id, invoice_id }: PersonEntry) =>
  [
    `${formatPercent(share)} de ${formatAmount(base)}`,
    property,
    proposal_id === null ? undefined : `contrato ${proposal_id}`,
    invoice_id === null ? undefined : `fatura ${invoice_id}`,
  ]
    .filter(Boolean)
    .join(' · ');

function paymentNote({ amount, account, ...withheld }: Omit<queries.PaymentRow, 'paid_on' | 'paper' | 'paper_number'>) {
  const { inss, irrf, iss } = withheld;
  const taxes = Object.entries({ INSS: inss, IRRF: irrf, ISS: iss }).filter(([, tax]) => tax > 0);
  return [
    ...taxes.map(([name, tax]) => `${name} ${formatAmount(tax)}`),
    ...(taxes.length > 0 ? [`líquido ${formatAmount(netOf(amount, withheld))}`] : []),
    account,
  ]
    .filter(Boolean)
    .join(' · ');
}

export const statementPeriod = ({ start, end }: Span) => `Período de ${formatDate(start)} a ${formatDate(end)}`;
