import * as z from 'zod/mini';
import { pageNumber, searchId } from '../base/fields.ts';

export const TicketSearch = z.object({
  page: z.optional(pageNumber),
  /** Tickets of one client. */
  client: searchId,
});

/** Defaults to open tickets. */
export const TicketTab = z.catch(z.optional(z.literal('history')), undefined);
