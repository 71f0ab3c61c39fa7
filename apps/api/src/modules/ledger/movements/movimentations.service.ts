import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { type Movimentation, movimentationProblems, type movimentations } from '@morada/contract/money/movimentations';
import type { MovimentationSearch, PlannedSearch } from '@morada/contract/money/movimentations.search';
import { addDays } from '@morada/domain/base/calendar';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { spanOf } from '@morada/domain/base/span';
import { CASH_KINDS, type CashKind } from '@morada/domain/ledger/cash';
import { type MovimentationState, movimentationLife, nextDue, PLANNED_AHEAD } from '@morada/domain/ledger/expense';
import { movimentationPostings } from '@morada/domain/ledger/ledger';
import type * as z from 'zod/mini';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { emit, findObjections } from '#api/db/events.ts';
import { difference, leaveTrail, leaveTrails, writeTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { cashLines, cashPage, shownCash } from '../postings/cash.service.ts';
import * as ledger from '../postings/ledger.service.ts';
import * as queries from './movimentations.queries.ts';

/** Cash book of one kind, from the ledger; corrected entries are left out. */
export async function listMovimentations(ctx: Context, kind: CashKind, search: z.output<typeof MovimentationSearch>) {
  const { page = 1, startDate, endDate } = search;
  const span = spanOf({ start: startDate, end: endDate }, ctx.today());
  const wanted = { ...span, ...CASH_KINDS[kind], standing: true };
  const [{ rows, found, inputs, outputs, balance }, lines] = await snapshot(ctx.db, async (trx) => [
    await cashPage(trx, wanted, page),
    await cashLines(trx, wanted),
  ]);
  return {
    startDate: span.start,
    endDate: span.end,
    data: rows.map((row) => ({
      ...shownCash(row),
      subtype: row.department === 'RENT' ? null : row.department,
      doc: row.doc,
      version: row.version,
    })),
    page,
    pages: lastPage(found),
    total: found,
    invoices: inputs,
    transfers: outputs,
    balance,
    lines: { invoices: lines.inputs, transfers: lines.outputs },
  };
}

/** What is to be paid, the first due first, with the sums of all. */
export const listPlanned = (ctx: Context, { page = 1 }: z.output<typeof PlannedSearch>) =>
  snapshot(ctx.db, async (trx) => {
    const { total, ...sums } = await queries.findPlannedSums(trx, ctx.today());
    const rows = await queries.findPlanned(trx, page);
    return { data: rows.map(present), page, lastPage: lastPage(total), total, ...sums };
  });

type Row = Awaited<ReturnType<typeof queries.insertMovimentation>>;

const present = ({
  deleted_at: _,
  created_at: __,
  follows: ___,
  repeats_on: ____,
  of_people: _____,
  ...row
}: Row): Movimentation => ({
  ...row,
  amount: row.type === 'INPUT' ? row.price : 0 - row.price,
});

const stateOf = ({ planned }: Pick<Row, 'planned'>): MovimentationState => (planned ? 'PLANNED' : 'POSTED');

const post = (trx: Db, ctx: Context, { id, description, type, subtype, price, date, of_people }: Row) =>
  ledger.post(
    trx,
    ctx,
    { kind: 'MOVIMENTATION', day: date, description, movimentation_id: id, department: subtype },
    movimentationPostings({ type, subtype, price, of_people }),
  );

type Due = Pick<Row, 'type' | 'category' | 'due_date' | 'repeats'>;

function checkDue({ type, category, due_date, repeats }: Due) {
  if (type === 'INPUT' && (category || due_date || repeats)) throw movimentationProblems.EXPENSE_ALONE();
  if (repeats && !due_date) throw movimentationProblems.EXPENSE_UNDUE();
}

/** Day of the month on which a repeated expense falls due. */
const dayOf = ({ due_date, repeats }: Pick<Due, 'due_date' | 'repeats'>) =>
  due_date && repeats ? Number(due_date.slice(8)) : null;

/** Writes an entry into the cash; an expense with a due day and no date is planned, and posts nothing until it is paid. */
export function addMovimentation(ctx: Context, input: Received<typeof movimentations.create>['body']) {
  return change(ctx, async (trx) => {
    const due = {
      type: input.type,
      category: input.category ?? null,
      due_date: input.due_date ?? null,
      repeats: input.repeats ?? null,
    };
    checkDue(due);
    const planned = due.due_date !== null && !input.date;
    const date = planned ? due.due_date : (input.date ?? ctx.today());
    if (!date) throw movimentationProblems.EXPENSE_UNDUE();
    if (!planned && date > ctx.today()) throw movimentationProblems.DATE_IN_FUTURE();
    const row = await queries.insertMovimentation(trx, { ...input, ...due, date, planned, repeats_on: dayOf(due) });
    if (!planned) await post(trx, ctx, row);
    const { description, type, subtype, price } = row;
    await leaveTrail(trx, ctx, 'movimentation', row.id, 'create', {
      ...{ description, type, subtype, price, date },
      ...(planned && { planned }),
    });
    if (due.repeats) await planNext(trx, ctx);
    return present(row);
  });
}

async function lockMovimentation(trx: Db, ctx: Context, id: number, event: EventOf<typeof movimentationLife>) {
  const row = await queries.lockMovimentation(trx, id);
  if (!row) {
    if (await ledger.isRent(trx, id)) throw movimentationProblems.RENT_MOVIMENTATION();
    throw movimentationProblems.MOVIMENTATION_NOT_FOUND();
  }
  const cell = movimentationLife.cell(stateOf(row), event);
  if ('refusal' in cell) throw movimentationProblems[cell.refusal]();
  await checkVersion(trx, ctx, 'movimentation', row);
  return row;
}

/** Refuses what another level holds the entry for. */
async function checkFree(trx: Db, ctx: Context, id: number, event: 'change' | 'remove' | 'reopen') {
  const refusal = (await findObjections(trx, ctx, 'movimentations.change', [{ id, event }])).get(id);
  if (refusal) throw refusal;
}

/** Columns that the ledger's entry shows. */
const POSTED = ['description', 'type', 'subtype', 'price', 'date'] as const;

/**
 * Corrects a movimentation: reverses its ledger entry and posts a new one, since entries are never overwritten. One that
 * is planned has no entry.
 */
export function updateMovimentation(ctx: Context, id: number, input: Received<typeof movimentations.update>['body']) {
  return change(ctx, async (trx) => {
    const before = await lockMovimentation(trx, ctx, id, 'change');
    const changes = difference<Partial<Row>>(before, input);
    if (Object.keys(changes).length === 0) return present(before);
    if (input.date && before.planned) throw movimentationProblems.EXPENSE_NOT_PAID();
    if (input.date && input.date > ctx.today()) throw movimentationProblems.DATE_IN_FUTURE();
    const due = { ...before, ...input };
    checkDue(due);
    if (before.planned && !due.due_date) throw movimentationProblems.EXPENSE_UNDUE();
    await checkFree(trx, ctx, id, 'change');
    const moved = before.planned && due.due_date ? { date: due.due_date } : {};
    const repeats_on = input.due_date || input.repeats !== undefined ? dayOf(due) : before.repeats_on;
    const after = await queries.updateMovimentation(trx, id, { ...input, ...moved, repeats_on });
    if (!before.planned && POSTED.some((column) => column in changes)) {
      await ledger.reverse(trx, ctx, 'MOVIMENTATION', id);
      await post(trx, ctx, after);
    }
    await leaveTrail(trx, ctx, 'movimentation', id, 'update', changes);
    if (after.repeats) await planNext(trx, ctx);
    return present(after);
  });
}

type Payment = Received<typeof movimentations.settle>['body'];

/** Pays a planned expense: it enters the cash on the day of the payment, with what was paid. */
export function settleMovimentation(ctx: Context, id: number, { pay_day, price }: Payment) {
  return change(ctx, async (trx) => {
    const before = await lockMovimentation(trx, ctx, id, 'settle');
    const date = pay_day ?? ctx.today();
    if (date > ctx.today()) throw movimentationProblems.PAY_DAY_IN_FUTURE();
    const after = await queries.updateMovimentation(trx, id, { planned: false, date, ...(price && { price }) });
    await post(trx, ctx, after);
    await leaveTrail(trx, ctx, 'movimentation', id, 'settle', difference(before, { date, ...(price && { price }) }));
    return present(after);
  });
}

/** Undoes the payment of an expense: the entry is reversed, and it is to be paid again. */
export function reopenMovimentation(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const before = await lockMovimentation(trx, ctx, id, 'reopen');
    if (before.type === 'INPUT') throw movimentationProblems.EXPENSE_ALONE();
    await checkFree(trx, ctx, id, 'reopen');
    const due_date = before.due_date ?? before.date;
    const after = await queries.updateMovimentation(trx, id, { planned: true, due_date, date: due_date });
    await ledger.reverse(trx, ctx, 'MOVIMENTATION', id);
    await leaveTrail(trx, ctx, 'movimentation', id, 'reopen');
    return present(after);
  });
}

export function removeMovimentation(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const before = await lockMovimentation(trx, ctx, id, 'remove');
    await checkFree(trx, ctx, id, 'remove');
    await remove(trx, ctx, before);
    await writeTrail(trx, await emit(trx, ctx, 'movimentations.removed', [{ id }]));
  });
}

async function remove(trx: Db, ctx: Context, { id, planned }: Pick<Row, 'id' | 'planned'>) {
  await queries.updateMovimentation(trx, id, { deleted_at: new Date() });
  if (!planned) await ledger.reverse(trx, ctx, 'MOVIMENTATION', id);
  await leaveTrail(trx, ctx, 'movimentation', id, 'delete');
}

/** Writes the payment of a person's commissions into the cash: an expense with a ledger account of its own. */
export async function payPerson(trx: Db, ctx: Context, paid: Pick<Row, 'description' | 'price' | 'date' | 'doc'>) {
  const kept = { ...paid, type: 'OUTPUT', subtype: 'OTHER', category: 'BROKERS', of_people: true } as const;
  const row = await queries.insertMovimentation(trx, kept);
  await post(trx, ctx, row);
  const { description, type, subtype, price, date } = row;
  await leaveTrail(trx, ctx, 'movimentation', row.id, 'create', { description, type, subtype, price, date });
  return row.id;
}

/** Takes the payment of a person's commissions out of the cash. */
export async function takeBackFromPerson(trx: Db, ctx: Context, id: number) {
  const row = await queries.lockMovimentation(trx, id);
  if (row) await remove(trx, ctx, row);
}

/** An entry of the cash that is a sale's commission, locked. */
export async function lockSale(trx: Db, id: number) {
  const row = await queries.lockMovimentation(trx, id);
  return row?.type === 'INPUT' && row.subtype === 'SALE' ? row : undefined;
}

/** Plans what repeated expenses lead to within `PLANNED_AHEAD` days: the last of each row brings the next one. */
async function planNext(trx: Db, ctx: Context): Promise<number> {
  let planned = 0;
  for (;;) {
    const ids: number[] = [];
    for (const { id, due_date, repeats, repeats_on, ...row } of await queries.lockRepeated(trx, ctx.today())) {
      if (!due_date || !repeats || !repeats_on) continue;
      const { description, price, type, subtype, category } = row;
      const due = nextDue(due_date, repeats, repeats_on);
      if (due > addDays(ctx.today(), PLANNED_AHEAD)) continue;
      const next = await queries.insertNext(trx, {
        ...{ description, price, type, subtype, category, repeats, repeats_on, follows: id },
        ...{ planned: true, due_date: due, date: due },
      });
      if (next) ids.push(next.id);
    }
    if (ids.length === 0) return planned;
    planned += ids.length;
    await leaveTrails(trx, ctx, 'movimentation', ids, 'create');
  }
}

/** Plans the repeated expenses of the days to come. */
export function planExpenses(deps: Deps): Promise<number> {
  const ctx = systemContext(deps);
  return change(ctx, (trx) => planNext(trx, ctx));
}
