import { finance } from '@morada/contract/money/finance';
import type { TransactionSearch } from '@morada/contract/money/finance.search';
import type * as z from 'zod/mini';
import { pageQuery } from '#web/lib/api/query.ts';

type Search = z.output<typeof TransactionSearch>;
export type TransactionFilters = Omit<Search, 'page'>;

export const transactionsQuery = (search: Search) => pageQuery(finance.transactions, { query: search });
