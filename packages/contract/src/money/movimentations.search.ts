import * as z from 'zod/mini';
import { givenDate, pageNumber } from '../base/fields.ts';

/** Permissions for the page, shared with its guard. */
export const MOVIMENTATION_READERS = ['FINANCIAL_MOVIMENTATION_VIEW', 'FINANCIAL_VIEW'] as const;

export const MovimentationKind = z.enum(['rents', 'sales', 'expenses', 'incomes']);

/** Defaults to the current month up to today. */
export const MovimentationSearch = z.object({
  page: z.optional(pageNumber),
  startDate: z.catch(z.optional(givenDate()), undefined),
  endDate: z.catch(z.optional(givenDate()), undefined),
});

/** Expenses that are to be paid. */
export const PlannedSearch = z.object({
  page: z.optional(pageNumber),
});
