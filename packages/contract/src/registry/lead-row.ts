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
import { instant } from '../base/fields.ts';

export const codes = <Code extends string>(words: Readonly<Record<Code, string>>) =>
  Object.keys(words) as [Code, ...Code[]];
export const stage = z.enum(codes<LeadStage>(LEAD_STAGES));
export const kind = (message?: string) => z.enum(codes<LeadKind>(LEAD_KINDS), message);
export const source = z.enum(codes<LeadSource>(LEAD_SOURCES));
export const person = z.object({ id: z.int(), name: z.string() });
export const place = z.object({ id: z.int(), label: z.string() });

export const LeadRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: kind(),
  source,
  stage,
  owner: z.nullable(person),
  property: z.nullable(place),
  client_id: z.nullable(z.int()),
  received_at: instant,
  stage_since: instant,
  /** Since when the person waits for an answer; null: staff wrote last, or the lead is closed. */
  waiting_since: z.nullable(instant),
  answer_due_at: z.nullable(instant),
  /** The answer is overdue. */
  late: z.boolean(),
  first_answer_at: z.nullable(instant),
  loss_reason: z.nullable(z.enum(codes<LossReason>(LOSS_REASONS))),
  /** Version for `If-Match`. */
  version: z.int(),
});
export type LeadRow = z.output<typeof LeadRow>;
