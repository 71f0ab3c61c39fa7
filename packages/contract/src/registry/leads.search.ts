import {
  LEAD_KINDS,
  LEAD_SOURCES,
  LEAD_STAGES,
  type LeadKind,
  type LeadSource,
  type LeadStage,
} from '@morada/domain/attendance/lead-words';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

const oneOf = <Code extends string>(words: Readonly<Record<Code, string>>) =>
  z.catch(z.optional(z.enum(Object.keys(words) as [Code, ...Code[]])), undefined);

/** Filters that the board and the list share. */
export const LeadFilter = z.object({
  query: searchText,
  kind: oneOf<LeadKind>(LEAD_KINDS),
  source: oneOf<LeadSource>(LEAD_SOURCES),
  owner: searchId,
  /** LATE: nobody answered in time. WAITING: the person wrote last. FREE: without an owner. */
  situation: z.catch(z.optional(z.enum(['LATE', 'WAITING', 'FREE'])), undefined),
});

export const LeadSearch = z.extend(LeadFilter, {
  page: z.optional(pageNumber),
  stage: oneOf<LeadStage>(LEAD_STAGES),
});
