import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { type Movimentation, movimentationProblems, type movimentations } from '@morada/contract/money/movimentations';
import type { MovimentationSearch } from '@morada/contract/money/movimentations.search';
import { spanOf } from '@morada/domain/base/span';
import { CASH_KINDS, type CashKind } from '@morada/domain/ledger/cash';
import { movimentationPostings } from '@morada/domain/ledger/ledger';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { cashLines, cashPage, shownCash } from '../postings/cash.service.ts';
import * as ledger from '../postings/ledger.service.ts';
import * as queries from './movimentations.queries.ts';

/** Cash book of one kind, from the ledger; corrected entries are left out. */
export async function listMovimentations(ctx: Context, kind: CashKind, search: z.output<typeof MovimentationSearch>) {
  const { page = 1, startDate, endDate } = search;
  const span = spanOf({ start: startDate, end: endDate }, ctx.today());
  const wanted = { ...span, department: CASH_KINDS[kind], standing: true };
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

type Row = Awaited<ReturnType<typeof queries.insertMovimentation>>;

const present = ({ deleted_at: _, created_at: __, ...row }: Row): Movimentation => ({
  ...row,
  amount: row.type === 'INPUT' ? row.price : 0 - row.price,
});

const post = (trx: Db, ctx: Context, { id, description, type, subtype, price, date }: Row) =>
  ledger.post(
    trx,
    ctx,
    { kind: 'MOVIMENTATION', day: date, description, movimentation_id: id, department: subtype },
    movimentationPostings({ type, subtype, price }),
  );

export function addMovimentation(ctx: Context, input: Received<typeof movimentations.create>['body']) {
  return change(ctx, async (trx) => {
    const date = input.date ?? ctx.today();
    if (date > ctx.today()) throw movimentationProblems.DATE_IN_FUTURE();
    const row = await queries.insertMovimentation(trx, { ...input, date });
    await post(trx, ctx, row);
    const { description, type, subtype, price } = row;
    await leaveTrail(trx, ctx, 'movimentation', row.id, 'create', { description, type, subtype, price, date });
    return present(row);
  });
}

async function lockMovimentation(trx: Db, ctx: Context, id: number) {
  const row = await queries.lockMovimentation(trx, id);
  if (!row) {
    if (await ledger.isRent(trx, id)) throw movimentationProblems.RENT_MOVIMENTATION();
    throw movimentationProblems.MOVIMENTATION_NOT_FOUND();
  }
  await checkVersion(trx, ctx, 'movimentation', row);
  return row;
}

/** Corrects a movimentation: reverses its ledger entry and posts a new one, since entries are never overwritten. */
export function updateMovimentation(ctx: Context, id: number, input: Received<typeof movimentations.update>['body']) {
  return change(ctx, async (trx) => {
    const before = await lockMovimentation(trx, ctx, id);
    const changes = difference<Partial<Row>>(before, input);
    if (Object.keys(changes).length === 0) return present(before);
    if (input.date && input.date > ctx.today()) throw movimentationProblems.DATE_IN_FUTURE();
    const after = await queries.updateMovimentation(trx, id, input);
    const { doc: _, ...posted } = changes;
    if (Object.keys(posted).length > 0) {
      await ledger.reverse(trx, ctx, 'MOVIMENTATION', id);
      await post(trx, ctx, after);
    }
    await leaveTrail(trx, ctx, 'movimentation', id, 'update', changes);
    return present(after);
  });
}

export function removeMovimentation(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockMovimentation(trx, ctx, id);
    await queries.updateMovimentation(trx, id, { deleted_at: new Date() });
    await ledger.reverse(trx, ctx, 'MOVIMENTATION', id);
    await leaveTrail(trx, ctx, 'movimentation', id, 'delete');
  });
}
