import { rehearsal } from '@morada/contract/fiscal/fiscal-rehearsal';
import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof RehearsalSearch>;

export const rehearsalQuery = (search: Search) => pageQuery(rehearsal.list, { query: search });

/** The sums of a question, which stay as its pages are turned. */
export const rehearsalTotalsQuery = ({ page: _, ...search }: Search) => ({
  ...query(rehearsal.totals, { query: search }),
  placeholderData: keepPreviousData,
});

export const rehearsedContractQuery = (id: number, { cbs, ibs, owners }: Search) =>
  query(rehearsal.show, { params: { id }, query: { cbs, ibs, owners } });
