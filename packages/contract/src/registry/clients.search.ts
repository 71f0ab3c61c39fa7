import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

/** Search parameters live apart from the endpoints: the browser's first load needs nothing else. */
export const ClientSearch = z.object({
  page: z.optional(pageNumber),
  id: searchId,
  query: searchText,
  type: z.catch(z.optional(z.enum(['TENANT', 'OWNER', 'GUARANTOR'])), undefined),
  /** DELETED: within the law's reach alone, for who may do everything. */
  situation: z.catch(z.optional(z.enum(['ACTIVE', 'INACTIVE', 'DELETED'])), undefined),
});
