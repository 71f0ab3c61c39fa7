import * as z from 'zod/mini';
import { pageNumber, reference, searchText } from '../base/fields.ts';

/** Permissions for the list, shared with the page's guard. */
export const BOLETO_READERS = ['BOLETO_VIEW', 'FINANCIAL_VIEW'] as const;

/** OPEN is pending; LATE the pending ones past due. */
export const BoletoState = z.enum(['OPEN', 'LATE', 'PAID', 'CANCELED']);

export const BoletoSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** Absent: pending ones. */
  state: z.catch(z.optional(BoletoState), undefined),
  /** Registration at the bank. */
  registration: z.catch(z.optional(z.enum(['NONE', 'SENT', 'REGISTERED', 'REFUSED'])), undefined),
  /** Month of the due date. */
  month: z.catch(z.optional(reference()), undefined),
});
