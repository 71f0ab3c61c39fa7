import * as z from 'zod/mini';
import { givenDate, pageNumber } from '../base/fields.ts';

const day = z.catch(z.optional(givenDate()), undefined);

/** Filters that both tabs share. */
export const VisitFilter = z.object({
  transaction: z.catch(z.optional(z.enum(['RENT', 'SALE'])), undefined),
  /** HELD: it took place. ABSENT: nobody came. CANCELED: it was called off. */
  outcome: z.catch(z.optional(z.enum(['HELD', 'ABSENT', 'CANCELED'])), undefined),
  /** Agreed for these days, both counted. */
  start: day,
  end: day,
});

export const VisitSearch = z.extend(VisitFilter, { page: z.optional(pageNumber) });

/** Defaults to upcoming visits. */
export const VisitTab = z.catch(z.optional(z.literal('history')), undefined);
