import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from './fields.ts';

/** What stands in the address bar of a list lies apart from its calls: the browser's first load needs no more. */
export const ClientSearch = z.object({
  page: z.optional(pageNumber),
  id: searchId,
  query: searchText,
  type: z.catch(z.optional(z.enum(['TENANT', 'OWNER', 'GUARANTOR'])), undefined),
  situation: z.catch(z.optional(z.enum(['ACTIVE', 'INACTIVE'])), undefined),
});
