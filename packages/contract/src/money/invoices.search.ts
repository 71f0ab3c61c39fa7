import * as z from 'zod/mini';
import { pageNumber, reference, searchId, searchText } from '../base/fields.ts';

/** Permissions for the list, shared with the page's guard. */
export const INVOICE_READERS = ['FINANCIAL_INVOICE_VIEW', 'FINANCIAL_VIEW'] as const;

/** Defaults to open ones; an `id` finds its invoice in any state. */
export const InvoiceSearch = z.object({
  page: z.optional(pageNumber),
  id: searchId,
  query: searchText,
  status: z.catch(z.optional(z.enum(['OPEN', 'LATE', 'PAID', 'ALL'])), undefined),
  /** Month of the due date. */
  month: z.catch(z.optional(reference()), undefined),
});
