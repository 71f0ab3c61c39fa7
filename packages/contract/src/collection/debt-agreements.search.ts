import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

/** Permissions for the pages of debt agreements, shared with their guards. */
export const DEBT_AGREEMENT_READERS = ['COLLECTION_VIEW', 'COLLECTION_AGREE', 'FINANCIAL_VIEW'] as const;

export const DebtAgreementSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  state: z.catch(z.optional(z.enum(['OFFERED', 'ACCEPTED', 'KEPT', 'BROKEN', 'CANCELLED', 'EXPIRED'])), undefined),
  /** Contract. */
  proposal: searchId,
  /** Tenant. */
  client: searchId,
});
