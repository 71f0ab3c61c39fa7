import type { CashEntry } from '@morada/contract/money/finance';
import { type CashSide, cashTitle } from '@morada/domain/ledger/cash';
import { addressLine } from '@morada/domain/property/property';
import type { Db } from '#api/context.ts';
import * as queries from './cash.queries.ts';

export type { CashRow, CashSearch } from './cash.queries.ts';

/** An entry as the lists show it. */
export const shownCash = (row: queries.CashRow): CashEntry => ({
  id: row.movimentation_id ?? row.id,
  entry_id: row.id,
  date: row.date,
  department: row.department,
  type: row.type,
  title: cashTitle({ ...row, of_invoice: row.invoice_id !== null }),
  description: row.description,
  payment_method: row.payment_method,
  price: priceOf(row),
  amount: row.amount,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  property: placeOf(row),
  proposal_id: row.proposal_id,
  invoice_id: row.invoice_id,
  transfer_id: row.transfer_id,
  doc: row.doc,
  category: row.category,
});

/** Amount on its own side: positive, or negative for a reversal. */
const priceOf = ({ type, amount }: Pick<queries.CashRow, 'type' | 'amount'>) =>
  type === 'INPUT' ? amount : 0 - amount;

export const placeOf = ({ street, number, complement }: Pick<queries.CashRow, 'street' | 'number' | 'complement'>) =>
  street === null ? null : addressLine({ street, number, complement });

/** A page of cash entries, with the totals of all. Call within one snapshot. */
export async function cashPage(trx: Db, search: queries.CashSearch, page: number) {
  const { found, inputs, outputs } = await queries.findCashTotals(trx, search);
  const rows = await queries.findCash(trx, search, page);
  return { rows, found, inputs, outputs, balance: inputs - outputs };
}

/** Breakdown of the totals of `cashPage`. Call within the same snapshot. */
export async function cashLines(trx: Db, search: queries.CashSearch) {
  const groups = await queries.findCashGroups(trx, search);
  const side = (type: CashSide) =>
    groups.filter((group) => group.type === type).map((group) => ({ name: cashTitle(group), amount: priceOf(group) }));
  return { inputs: side('INPUT'), outputs: side('OUTPUT') };
}

export const cashTotals = queries.findCashTotals;

export const latestCash = async (db: Db, howMany: number) => (await queries.findLatestCash(db, howMany)).map(shownCash);

const CHUNK = 200;

/** Every entry of a period, oldest first, read in batches, as of the first read. */
export async function* eachCash(db: Db, search: queries.CashSearch): AsyncGenerator<queries.CashRow> {
  const upTo = await queries.findLastEntry(db);
  if (upTo === undefined) return;
  let after: Pick<queries.CashRow, 'date' | 'id'> = { date: search.start, id: 0 };
  for (;;) {
    const rows = await queries.findCashAfter(db, { ...search, upTo }, after, CHUNK);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last;
  }
}
