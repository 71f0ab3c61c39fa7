import type { RequestSearch as Requests } from '@morada/contract/registry/properties.search';
import { propertyRequests } from '@morada/contract/registry/property-requests';
import type { PropertyRequest } from '@morada/contract/registry/property-rows';
import type * as z from 'zod/mini';
import { pageQuery } from '#web/lib/api/query.ts';

export type Request = z.output<typeof PropertyRequest>;
export type RequestSearch = z.output<typeof Requests>;

/** Properties sent through the public site: those not decided yet, or the offers in one state. */
export const requestsQuery = ({ page = 1, query, state }: RequestSearch) =>
  pageQuery(propertyRequests.list, { query: { page, query, state } }, { live: ['badges'] });
