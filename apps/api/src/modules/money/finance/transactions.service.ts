import { lastPage } from '@morada/contract/base/fields';
import type { TransactionSearch } from '@morada/contract/money/finance.search';
import { spanOf } from '@morada/domain/base/span';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import { cashLines, cashPage, shownCash } from '#api/modules/ledger/postings/cash.service.ts';

/** All cash entries of the period, reversed ones included. */
export async function transactions(ctx: Context, search: z.output<typeof TransactionSearch>) {
  const { page = 1, department, method } = search;
  const period = spanOf(search, ctx.today());
  const wanted = { ...period, department, method };
  const [{ rows, found, ...totals }, { inputs, outputs }] = await snapshot(ctx.db, async (trx) => [
    await cashPage(trx, wanted, page),
    await cashLines(trx, wanted),
  ]);
  const balance = [
    { name: 'Entradas', amount: totals.inputs },
    { name: 'Saídas', amount: 0 - totals.outputs },
  ];
  return {
    ...period,
    ...totals,
    lines: { inputs, outputs, balance },
    data: rows.map(shownCash),
    page,
    lastPage: lastPage(found),
    total: found,
  };
}
