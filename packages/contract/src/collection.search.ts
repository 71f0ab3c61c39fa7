import { STAGE_ORDER } from '@morada/domain/collection/stage-order';
import * as z from 'zod/mini';
import { pageNumber, searchText } from './fields.ts';

export const COLLECTION_READERS = 'COLLECTION_VIEW';

/** The board, or one stage of it by pages. */
export const CollectionSearch = z.object({
  query: searchText,
  stage: z.catch(z.optional(z.enum(STAGE_ORDER)), undefined),
  page: z.optional(pageNumber),
});
