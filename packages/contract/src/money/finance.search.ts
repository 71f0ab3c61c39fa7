import * as z from 'zod/mini';
import { givenDate, pageNumber, reference, searchText } from '../base/fields.ts';

/** Permissions for each page, shared with its guard. */
export const COMMISSION_READERS = ['FINANCIAL_COMMISSION_VIEW', 'FINANCIAL_VIEW'] as const;
export const LATE_READERS = ['FINANCIAL_SHALL_VIEW', 'FINANCIAL_VIEW'] as const;

const day = z.catch(z.optional(givenDate()), undefined);

/** First and last day; each page has its own when they are absent. */
export const PeriodSearch = z.object({ start: day, end: day });

export const CommissionSearch = z.object({ page: z.optional(pageNumber), start: day, end: day });

/** `person`: whose statement is open. */
export const PeopleSearch = z.object({
  month: z.catch(z.optional(reference()), undefined),
});

export const LateSearch = z.object({ page: z.optional(pageNumber), query: searchText });

export const TransactionSearch = z.object({
  page: z.optional(pageNumber),
  department: z.catch(z.optional(z.enum(['RENT', 'SALE', 'OTHER'])), undefined),
  method: z.catch(z.optional(z.enum(['BOLETO', 'PIX', 'CARD', 'MANUAL'])), undefined),
  start: day,
  end: day,
});

/** Permissions to save a report, shared with the page's guard. */
export const REPORT_READERS = ['FINANCIAL_REPORTS_VIEW', 'FINANCIAL_VIEW'] as const;
