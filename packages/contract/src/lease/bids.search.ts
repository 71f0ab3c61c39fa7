import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

export const BID_READERS = ['LEAD_VIEW', 'PROPOSAL_VIEW'] as const;

export const BidSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** OPEN: drafts, those that await an answer, and accepted ones without a contract. */
  state: z.catch(
    z.optional(
      z.enum(['OPEN', 'ALL', 'DRAFT', 'SENT', 'COUNTERED', 'ACCEPTED', 'REFUSED', 'EXPIRED', 'WITHDRAWN', 'DONE']),
    ),
    undefined,
  ),
  kind: z.catch(z.optional(z.enum(['RENT', 'SALE'])), undefined),
  property: searchId,
  client: searchId,
});
