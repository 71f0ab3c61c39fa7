import type { Answer } from '@morada/contract/endpoint';
import { finance } from '@morada/contract/finance';
import type { Span } from '@morada/domain/base/span';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export type Commissions = Answer<typeof finance.filterCommissions>;
export type CommissionRow = Commissions['data'][number];

/** A page of what was received of rents in a period, with the totals of all pages. */
export const commissionsQuery = ({ start, end }: Span, page = 1) =>
  queryOptions({
    queryKey: ['finance', 'commissions', { start, end, page }],
    queryFn: async ({ signal }) => {
      const call = api(finance.filterCommissions, { query: { page }, body: { period: [start, end] } }, { signal });
      const {
        found,
        total: rent,
        ...answer
      } = await withFailureMessage('Não foi possível recuperar os dados filtrados', call);
      return { ...answer, rent, total: found };
    },
    placeholderData: keepPreviousData,
  });

export type CommissionPage = Omit<Commissions, 'found' | 'total'> & {
  /** Rent received. */
  rent: number;
  /** Rows over all pages. */
  total: number;
};
