import { audit } from '@morada/contract/audit';
import type { AuditSearch } from '@morada/contract/audit.search';
import type { Answer } from '@morada/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';

export type Search = z.output<typeof AuditSearch>;
export type AuditEntry = Answer<typeof audit.list>['data'][number];

export const auditQuery = (query: Search) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => api(audit.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const auditPeopleQuery = queryOptions({
  queryKey: ['audit', 'people'],
  queryFn: ({ signal }) => api(audit.people, {}, { signal }),
});
