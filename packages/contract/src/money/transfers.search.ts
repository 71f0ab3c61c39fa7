import * as z from 'zod/mini';
import { givenDate, pageNumber, searchText } from '../base/fields.ts';

/** Permissions for the list, shared with the page's guard. */
export const TRANSFER_READERS = ['FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_VIEW'] as const;

export const TransferSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** First and last day of the calendar; the current month when absent. */
  start: z.catch(z.optional(givenDate()), undefined),
  end: z.catch(z.optional(givenDate()), undefined),
});
