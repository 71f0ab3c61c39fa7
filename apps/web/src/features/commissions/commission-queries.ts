import type { Answer } from '@morada/contract/base/endpoint';
import { finance } from '@morada/contract/money/finance';
import type { Span } from '@morada/domain/base/span';
import { keepPreviousData } from '@tanstack/react-query';
import { combinedQuery } from '#web/lib/api/query.ts';

export type Commissions = Answer<typeof finance.filterCommissions>;
export type CommissionRow = Commissions['data'][number];

/** A page of what was received of rents in a period, with the totals of all pages. */
export const commissionsQuery = ({ start, end }: Span, page = 1) => ({
  ...combinedQuery(
    [finance.filterCommissions],
    { start, end, page },
    async (call) => {
      const {
        found,
        total: rent,
        ...answer
      } = await call(finance.filterCommissions, { query: { page }, body: { period: [start, end] } });
      return { ...answer, rent, total: found };
    },
    { failure: 'Não foi possível recuperar os dados filtrados' },
  ),
  placeholderData: keepPreviousData,
});

export type CommissionPage = Omit<Commissions, 'found' | 'total'> & {
  /** Rent received. */
  rent: number;
  /** Rows over all pages. */
  total: number;
};
