import { randomInt } from 'node:crypto';
import { signatureProblems } from '@morada/contract/desk/signatures';
import { addDays } from '@morada/domain/base/calendar';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { CHECK_ALPHABET } from '@morada/domain/signature/check-code';
import {
  type EnvelopeState,
  envelopeLife,
  isLast,
  isPast,
  nextToAsk,
  type SignerState,
  signerLife,
} from '@morada/domain/signature/envelope';
import type { SignatureEventKind, SignatureWay, SignerChannel, WithdrawnBy } from '@morada/domain/signature/words';
import type { TrailAction } from '@morada/domain/trail/trail';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { forgetErased } from './forgetting.service.ts';
import { askForWork } from './provider.queries.ts';
import * as queries from './signatures.queries.ts';
import { callOff, tell } from './telling.service.ts';

type Event = EventOf<typeof envelopeLife>;
type Changes = Parameters<typeof queries.updateEnvelope>[2];

/** Takes the row of an envelope, which everything that moves it or its signers holds. @throws SIGNATURE_NOT_FOUND */
export async function lock(trx: Db, id: number): Promise<queries.Envelope> {
  const found = await queries.lockEnvelope(trx, id);
  if (!found) throw signatureProblems.SIGNATURE_NOT_FOUND();
  return found;
}

/** A signer with their envelope locked, as they are under the lock. @throws SIGNER_NOT_FOUND */
export async function lockSigner(trx: Db, id: number) {
  const found = await queries.findSigner(trx, id);
  const envelope = found && (await lock(trx, found.envelope_id));
  const signer = envelope && (await queries.findSigner(trx, id));
  if (!envelope || !signer) throw signatureProblems.SIGNER_NOT_FOUND();
  return { envelope, signer };
}

/** Whence somebody acted. */
export type Trace = { address?: string | null; device?: string | null; channel?: SignerChannel | null };

/** Adds a line of evidence. */
export const note = (
  trx: Db,
  envelopeId: number,
  kind: SignatureEventKind,
  { signer = null, details, ...trace }: Trace & { signer?: number | null; details?: Record<string, unknown> } = {},
) =>
  queries.insertEvent(trx, {
    ...{ envelope_id: envelopeId, signer_id: signer, kind, ...trace },
    ...(details && { details: JSON.stringify(details) }),
  });

/**
 * Moves an envelope that the caller locked, with the effects of its life.
 * @param action in the trail; absent: none is left
 * @throws the problem of the refusal
 */
export async function move(
  trx: Db,
  ctx: Context,
  envelope: queries.Envelope,
  event: Event,
  {
    set = {},
    action,
    trail,
    evidence,
    erased = [],
  }: {
    set?: Changes;
    action?: TrailAction<'signature'>;
    trail?: Record<string, unknown>;
    evidence?: SignatureEventKind;
    /** Clients who are erased. */
    erased?: readonly number[];
  } = {},
): Promise<EnvelopeState> {
  const cell = envelopeLife.cell(envelope.state, event);
  checkTransition(cell, signatureProblems);
  if (!('to' in cell) || cell.to === 'REMOVED') throw new TypeError(`${event} is no step of an envelope that stays`);
  const ends = cell.to !== envelope.state && ENDS.has(cell.to);
  const changes = { ...set, state: cell.to, ...(ends && { ended_at: new Date() }) };
  if (!(await queries.moveEnvelope(trx, envelope.id, envelope.state, changes)))
    throw signatureProblems.SIGNATURE_CHANGED();
  if (evidence) await note(trx, envelope.id, evidence);
  for (const effect of cell.effects) await EFFECTS[effect](trx, ctx, envelope.id, erased);
  if (ends && cell.to !== 'SIGNED') await queries.closeSigners(trx, envelope.id);
  if (action) await leaveTrail(trx, ctx, 'signature', envelope.id, action, trail);
  if (!isOurs(envelope) && cell.to !== envelope.state) await askForWork(trx);
  await notify(trx, 'signatures');
  return cell.to;
}

const ENDS: ReadonlySet<EnvelopeState> = new Set(['SIGNED', 'REFUSED', 'EXPIRED', 'WITHDRAWN']);
/** Days for which the links of a signed paper open, so that each person keeps the file. */
const SIGNED_LINK_DAYS = 90;

const EFFECTS: Record<
  EffectOf<typeof envelopeLife>,
  (trx: Db, ctx: Context, id: number, erased: readonly number[]) => Promise<void>
> = {
  askFirst: askNext,
  askNext,
  // A provider closes the file itself, and it is fetched there.
  async seal(trx, _, id) {
    if (isOurs(await lock(trx, id))) await queries.queueClosing(trx, id);
  },
  async tell(trx, ctx, id) {
    const envelope = await lock(trx, id);
    await callOff(trx, id);
    for (const signer of await queries.findSigners(trx, id))
      if (signer.state === 'ASKED' || signer.state === 'SIGNED') await tell(trx, ctx, envelope, signer, 'ENDED');
  },
  async tellSigned(trx, ctx, id) {
    const envelope = await lock(trx, id);
    // A provider sends the file by itself.
    if (!isOurs(envelope)) return;
    const link_until = addDays(ctx.today(), SIGNED_LINK_DAYS);
    for (const signer of await queries.findSigners(trx, id)) {
      await queries.updateSigner(trx, signer.id, { link_until });
      await tell(trx, ctx, envelope, { ...signer, link_until }, 'SIGNED');
    }
  },
  async outdate(trx, _, id) {
    const { outdated_at } = await lock(trx, id);
    if (outdated_at === null) await queries.updateEnvelope(trx, id, { outdated_at: new Date() });
  },
  forget: forgetErased,
};

/** Sends the link to whoever's turn it is. */
async function askNext(trx: Db, ctx: Context, id: number): Promise<void> {
  const envelope = await lock(trx, id);
  const signers = await queries.findSigners(trx, id);
  const asked = new Set(nextToAsk(signers, envelope.in_order));
  for (const signer of signers) if (asked.has(signer.id)) await ask(trx, ctx, envelope, signer);
}

export async function ask(trx: Db, ctx: Context, envelope: queries.Envelope, signer: queries.Signer) {
  const state = signerAfter(signer.state, 'ask');
  const link_until = isOurs(envelope) ? envelope.deadline : null;
  const changes = { state, asked_at: new Date().toISOString(), link_until };
  if (!(await queries.moveSigner(trx, signer.id, signer.state, changes))) throw signatureProblems.SIGNATURE_CHANGED();
  await note(trx, envelope.id, 'ASKED', { signer: signer.id, channel: signer.channel });
  if (isOurs(envelope)) await tell(trx, ctx, envelope, { ...signer, ...changes }, 'INVITE');
}

/** Signed in our own room: a provider asks and reminds by itself, and closes the file. */
const isOurs = ({ provider }: Pick<queries.Envelope, 'provider'>) => provider === 'ROOM';

/** The state of a signer after an event. @throws the problem of the refusal */
export function signerAfter(state: SignerState, event: EventOf<typeof signerLife>): SignerState {
  checkTransition(signerLife.cell(state, event), signatureProblems);
  return signerLife.next(state, event);
}

export type Signature = {
  /** How the name was written, in our own room. */
  kind?: SignatureWay;
  /** SVG path in a box of 600 × 200, or the typed name. */
  data?: string;
  consent_version?: number;
  /** When it was signed, as a provider says; absent: now. */
  at?: Date;
};

/**
 * Somebody signs: the one door of it, for the room and for a provider. The last one closes the paper.
 * @throws the problem of the refusal; SIGNATURE_EXPIRED after the last day of a paper of our own room, which `expireIfPast` makes
 * known. What a provider took in time it tells, whenever it tells it
 */
export async function signed(
  trx: Db,
  ctx: Context,
  signerId: number,
  { kind, data, consent_version, at }: Signature,
  trace: Trace = {},
): Promise<EnvelopeState> {
  const { envelope, signer } = await lockSigner(trx, signerId);
  const signers = await queries.findSigners(trx, envelope.id);
  const event = isLast(signers, signerId) ? 'signLast' : 'sign';
  checkTransition(envelopeLife.cell(envelope.state, event), signatureProblems);
  if (isOurs(envelope) && isPast(envelope.deadline, ctx.today())) throw signatureProblems.SIGNATURE_EXPIRED();
  const state = signerAfter(signer.state, 'sign');
  const moved = await queries.moveSigner(trx, signerId, signer.state, {
    ...{ state, signed_at: at ?? new Date(), signature_kind: kind ?? null, signature_data: data ?? null },
    ...{ consent_version: consent_version ?? null, address: trace.address ?? null, device: trace.device ?? null },
    ...{ code_hash: null, code_until: null },
  });
  if (!moved) throw signatureProblems.SIGNER_SIGNED();
  await note(trx, envelope.id, 'SIGNED', { signer: signerId, ...trace });
  if (event === 'signLast') await note(trx, envelope.id, 'COMPLETED');
  return move(trx, ctx, envelope, event, { action: 'sign', trail: { signer: signerId } });
}

/** Somebody refuses, which ends the paper for everybody. @throws the problem of the refusal */
export async function refused(
  trx: Db,
  ctx: Context,
  signerId: number,
  reason: string,
  trace: Trace = {},
  at?: Date,
): Promise<EnvelopeState> {
  const { envelope, signer } = await lockSigner(trx, signerId);
  checkTransition(envelopeLife.cell(envelope.state, 'refuse'), signatureProblems);
  if (isOurs(envelope) && isPast(envelope.deadline, ctx.today())) throw signatureProblems.SIGNATURE_EXPIRED();
  const state = signerAfter(signer.state, 'refuse');
  const moved = await queries.moveSigner(trx, signerId, signer.state, {
    ...{ state, refused_at: at ?? new Date(), reason, address: trace.address ?? null, device: trace.device ?? null },
    ...{ code_hash: null, code_until: null },
  });
  if (!moved) throw signatureProblems.SIGNER_REFUSED();
  await note(trx, envelope.id, 'REFUSED', { signer: signerId, ...trace });
  return move(trx, ctx, envelope, 'refuse', {
    set: { ended_reason: reason },
    ...{ action: 'refuse', trail: { signer: signerId } },
  });
}

/**
 * Ends an envelope whose last day has passed, in a transaction of its own: for whoever stands at the door before the sweep
 * comes by.
 * @returns whether it is past
 */
export const expireIfPast = (ctx: Context, id: number): Promise<boolean> =>
  change(ctx, async (trx) => {
    const envelope = await lock(trx, id);
    return envelope.state === 'OUT' && expire(trx, ctx, envelope);
  });

/** Ends a locked envelope that is out past its last day. @returns whether it was past */
export async function expire(trx: Db, ctx: Context, envelope: queries.Envelope): Promise<boolean> {
  if (!isPast(envelope.deadline, ctx.today())) return false;
  await move(trx, ctx, envelope, 'expire', { action: 'expire', evidence: 'EXPIRED' });
  return true;
}

const TRAILS: Record<WithdrawnBy, TrailAction<'signature'>> = {
  AGENCY: 'withdraw',
  TERMS: 'terms',
  PARTY: 'party',
  ENDED: 'end',
  PROVIDER: 'provider-end',
  ERASURE: 'forget',
};

/** Tells an envelope what happened to its record. A draft or one that is out may end by it. */
export async function hear(
  trx: Db,
  ctx: Context,
  envelope: queries.Envelope,
  event: 'termsChanged' | 'readjusted' | 'partyChanged' | 'subjectEnded' | 'personErased' | 'withdraw',
  { by, reason, erased = [] }: { by: WithdrawnBy; reason?: string; erased?: readonly number[] },
): Promise<EnvelopeState> {
  const cell = envelopeLife.cell(envelope.state, event);
  const ends = 'to' in cell && cell.to === 'WITHDRAWN' && envelope.state !== 'WITHDRAWN';
  return move(trx, ctx, envelope, event, {
    erased,
    ...(ends && {
      set: { withdrawn_by: by, ...(reason !== undefined && { ended_reason: reason }) },
      action: TRAILS[by],
      ...(reason !== undefined && { trail: { reason } }),
      ...(envelope.state === 'OUT' && { evidence: 'WITHDRAWN' as const }),
    }),
  });
}

/** Code under which anybody may check a paper: sixteen characters in fours, eighty bits. */
export const newCheckCode = () =>
  Array.from(
    { length: 16 },
    (_, index) => (index > 0 && index % 4 === 0 ? '-' : '') + CHECK_ALPHABET[randomInt(CHECK_ALPHABET.length)],
  ).join('');
