import { rehearsal } from '@morada/contract/fiscal/fiscal-rehearsal';
import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import type * as z from 'zod/mini';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof RehearsalSearch>;

export const rehearsalQuery = (search: Search) => pageQuery(rehearsal.list, { query: search });

export const rehearsedContractQuery = (id: number, { cbs, ibs, owners }: Search) =>
  query(rehearsal.show, { params: { id }, query: { cbs, ibs, owners } });
