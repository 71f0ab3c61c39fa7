import {
  LEAD_KINDS,
  LEAD_SOURCES,
  LEAD_STAGES,
  type LeadKind,
  type LeadSource,
  type LeadStage,
  LOSS_REASONS,
  type LossReason,
} from '@morada/domain/attendance/lead-words';
import * as z from 'zod/mini';
import { givenDate, pageNumber, searchId, searchText } from '../base/fields.ts';

const oneOf = <Code extends string>(words: Readonly<Record<Code, string>>) =>
  z.catch(z.optional(z.enum(Object.keys(words) as [Code, ...Code[]])), undefined);

const day = z.catch(z.optional(givenDate()), undefined);

/** Filters that the board and the list share. */
export const LeadFilter = z.object({
  query: searchText,
  kind: oneOf<LeadKind>(LEAD_KINDS),
  source: oneOf<LeadSource>(LEAD_SOURCES),
  owner: searchId,
  /** LATE: nobody answered in time. WAITING: the person wrote last. FREE: open and without an owner. UNOWNED: closed too. */
  situation: z.catch(z.optional(z.enum(['LATE', 'WAITING', 'FREE', 'UNOWNED'])), undefined),
  /** The first message: answered by its deadline, or not. */
  answer: z.catch(z.optional(z.enum(['IN_TIME', 'LATE'])), undefined),
  /** A visit took place. */
  visit: z.catch(z.optional(z.literal('HELD')), undefined),
  reason: oneOf<LossReason>(LOSS_REASONS),
  /** Came in on these days, both counted. */
  start: day,
  end: day,
});

export const LeadSearch = z.extend(LeadFilter, {
  page: z.optional(pageNumber),
  stage: oneOf<LeadStage>(LEAD_STAGES),
});
