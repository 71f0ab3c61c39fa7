import { REFORM_STATES, type ReformState } from '@morada/domain/fiscal/reform';
import * as z from 'zod/mini';
import { pageNumber, searchText } from '../base/fields.ts';
import { yearSearch } from './fiscal.search.ts';

export const ReformStateCode = z.enum(Object.keys(REFORM_STATES) as [ReformState, ...ReformState[]]);

/** Owners of a year; absent: the current one. `MISSING`: near or above the limit, with no declaration since then. */
export const ReformSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  year: yearSearch,
  state: z.catch(z.optional(ReformStateCode), undefined),
  declaration: z.catch(z.optional(z.enum(['MISSING'])), undefined),
});
