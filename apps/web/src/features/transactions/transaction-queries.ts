import { finance } from '@morada/contract/finance';
import type { TransactionSearch } from '@morada/contract/finance.search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';

type Search = z.output<typeof TransactionSearch>;
export type TransactionFilters = Omit<Search, 'page'>;

export const transactionsQuery = (search: Search) =>
  queryOptions({
    queryKey: ['finance', 'transactions', search],
    queryFn: ({ signal }) => api(finance.transactions, { query: search }, { signal }),
    placeholderData: keepPreviousData,
  });
