import * as z from 'zod/mini';
import { pageNumber, reference, searchId } from '../base/fields.ts';

export const RECONCILIATION_READERS = 'RECONCILIATION_VIEW';

/** `OPEN`: unexplained ones, of earlier months too. */
export const MovementState = z.enum(['OPEN', 'EXPLAINED', 'MARKED']);
export type MovementState = z.output<typeof MovementState>;

/** Account of a statement and month; absent: the main account and the current month. */
export const MonthOfAccount = z.object({
  account: searchId,
  month: z.catch(z.optional(reference()), undefined),
});

export const MovementSearch = z.extend(MonthOfAccount, {
  page: z.optional(pageNumber),
  state: z.catch(z.optional(MovementState), undefined),
});
