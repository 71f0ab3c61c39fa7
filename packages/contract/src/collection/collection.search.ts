import { STAGE_ORDER } from '@morada/domain/collection/stage-order';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

export const COLLECTION_READERS = 'COLLECTION_VIEW';

/** Which open invoices the board shows. */
export const collectionFilters = {
  query: searchText,
  /** Minimum number of days late. */
  late: searchId,
  /** Minimum amount without charges, in reais. */
  amount: searchId,
  /** Person of the staff who registered the latest call or pause. */
  by: searchId,
  /** Client who owns the property. */
  owner: searchId,
};

/** The whole board, or one of its stages by page. */
export const CollectionSearch = z.object({
  ...collectionFilters,
  stage: z.catch(z.optional(z.enum(STAGE_ORDER)), undefined),
  page: z.optional(pageNumber),
});
