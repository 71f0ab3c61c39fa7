import { lastPage } from '@morada/contract/base/fields';
import type { AccountingFile, AccountingFormat } from '@morada/contract/fiscal/fiscal-accounting';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import { accountTotals, unmappedAccounts } from '@morada/domain/fiscal/accounting';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { snapshot } from '#api/db/transaction.ts';
import { entryOf } from './accounting.map.ts';
import * as queries from './accounting.queries.ts';

/** Totals of a month, and how many entries it has. Call within a snapshot. */
export async function totalsOf(trx: Db, month: Reference) {
  const chart = await queries.findChart(trx);
  const sums = await queries.findSums(trx, month);
  return {
    chart,
    entries: await queries.countEntries(trx, month),
    debit: sum(sums.map(({ debit }) => debit)),
    credit: sum(sums.map(({ credit }) => credit)),
    accounts: accountTotals(sums, chart.accounts),
    unmapped: unmappedAccounts(
      sums.map(({ account }) => account),
      chart.accounts,
    ),
  };
}

type Totals = Pick<Awaited<ReturnType<typeof totalsOf>>, 'entries' | 'debit'>;

/**
 * The ledger is append-only, so a file is current while the month has the same number of entries and the same total.
 */
export function shownFile({ key: _, period: __, summary, ...file }: queries.FileRow, now: Totals): AccountingFile {
  const { format, entries, total } = summary as { format: AccountingFormat; entries: number; total: Cents };
  return { ...file, format, entries, total, is_current: entries === now.entries && total === now.debit };
}

export const showMonth = (ctx: Context, month: Reference = referenceOf(ctx.today())) =>
  snapshot(ctx.db, async (trx) => {
    const { chart: _, ...totals } = await totalsOf(trx, month);
    const { cnpj } = await readAgency(trx, ['cnpj']);
    const files = await queries.findFiles(trx, month);
    return { month, ...totals, has_cnpj: Boolean(cnpj), files: files.map((file) => shownFile(file, totals)) };
  });

type Search = { month?: Reference | undefined; page?: number | undefined };

export const listEntries = (ctx: Context, { month = referenceOf(ctx.today()), page = 1 }: Search) =>
  snapshot(ctx.db, async (trx) => {
    const { accounts } = await queries.findChart(trx);
    const total = await queries.countEntries(trx, month);
    const rows = await queries.findEntries(trx, month, page);
    return { data: rows.map((row) => entryOf(row, accounts)), page, lastPage: lastPage(total), total };
  });
