import * as z from 'zod/mini';
import { pageNumber } from '../base/fields.ts';

export const VisitSearch = z.object({ page: z.optional(pageNumber) });

/** Defaults to upcoming visits. */
export const VisitTab = z.catch(z.optional(z.literal('history')), undefined);
