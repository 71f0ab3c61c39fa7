import { audit } from '@morada/contract/access/audit';
import type { AuditSearch } from '@morada/contract/access/audit.search';
import type { Answer } from '@morada/contract/base/endpoint';
import type * as z from 'zod/mini';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof AuditSearch>;
export type AuditEntry = Answer<typeof audit.list>['data'][number];

export const auditQuery = (search: Search) => ({ ...pageQuery(audit.list, { query: search }), staleTime: 0 });

export const auditPeopleQuery = query(audit.people, {});
