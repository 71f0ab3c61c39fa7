import * as z from 'zod/mini';
import { givenDate, pageNumber, searchId, searchText } from '../base/fields.ts';

const day = z.catch(z.optional(givenDate()), undefined);

export const ProposalSearch = z.object({
  page: z.optional(pageNumber),
  id: searchId,
  query: searchText,
  status: z.catch(z.optional(z.enum(['ALL', 'APPROVED', 'CLOSED'])), undefined),
  readjustment: z.catch(z.optional(z.enum(['LATE', 'SOON'])), undefined),
  /**
   * PAST: the term has passed; SOON: it ends within the notice period; INDEFINITE: it has passed and the lease runs on
   * without one; DECIDE: all contracts to be extended or closed.
   */
  ending: z.catch(z.optional(z.enum(['PAST', 'INDEFINITE', 'SOON', 'DECIDE'])), undefined),
  transaction: z.catch(z.optional(z.enum(['RENT', 'SALE'])), undefined),
  /** Closed on these days, both counted. */
  start: day,
  end: day,
});
