import type { EnvelopeState } from '@morada/domain/signature/envelope';
import {
  ENVELOPE_WORDS,
  SIGNATURE_KINDS,
  SIGNATURE_SUBJECTS,
  type SignatureKind,
  type SignatureSubject,
} from '@morada/domain/signature/kinds';
import * as z from 'zod/mini';
import { calendarDate, instant } from '../base/fields.ts';

const oneOf = <T extends string>(words: Readonly<Record<T, string>>) => z.enum(Object.keys(words) as [T, ...T[]]);
const Kind = oneOf<SignatureKind>(SIGNATURE_KINDS);
const Subject = oneOf<SignatureSubject>(SIGNATURE_SUBJECTS);
const State = oneOf<EnvelopeState>(ENVELOPE_WORDS);

const SubjectShown = z.object({ kind: Subject, id: z.int(), label: z.string() });

export const SignatureRow = z.object({
  id: z.int(),
  kind: Kind,
  title: z.string(),
  state: State,
  subject: SubjectShown,
  /** Those who have signed, of all. */
  signed: z.int(),
  signers: z.int(),
  /** Names of those whose turn it is. */
  waiting: z.array(z.string()),
  deadline: calendarDate(),
  /** The record's terms or parties have changed since. */
  outdated: z.boolean(),
  sent_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  created_at: instant,
});
export type SignatureRow = z.output<typeof SignatureRow>;
