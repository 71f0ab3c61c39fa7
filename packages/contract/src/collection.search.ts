import { STAGE_ORDER, type Stage } from '@morada/domain/collection/stages';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from './fields.ts';

export const COLLECTION_READERS = 'COLLECTION_VIEW';

export const CollectionStage = z.enum(STAGE_ORDER as [Stage, ...Stage[]]);

/** The board, or one stage of it by pages. */
export const CollectionSearch = z.object({
  query: searchText,
  stage: z.catch(z.optional(CollectionStage), undefined),
  page: z.optional(pageNumber),
});

/** Ruler of the agency, or of one contract. */
export const RulerSearch = z.object({ contract: searchId });
