import type { CalendarDate } from '../base/calendar.ts';
import { addDays, daysBetween } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** Nothing of an envelope that is over moves any more. */
const OVER = {
  edit: refuse('SIGNATURE_ENDED'),
  send: refuse('SIGNATURE_ENDED'),
  sign: refuse('SIGNATURE_ENDED'),
  signLast: refuse('SIGNATURE_ENDED'),
  refuse: refuse('SIGNATURE_ENDED'),
  expire: refuse('SIGNATURE_ENDED'),
  withdraw: refuse('SIGNATURE_ENDED'),
  sealed: refuse('SIGNATURE_ENDED'),
  remove: refuse('SIGNATURE_KEPT'),
} as const;

/**
 * A paper that goes out to be signed. Staff `edit` a draft and `send` it; people `sign` one by one, the last one
 * (`signLast`) closes it, and a job seals the file (`sealed`). One of them may `refuse`, the deadline may pass (`expire`),
 * staff may `withdraw` it. The record that it is about may move meanwhile: its terms (`termsChanged`, or `readjusted`, which
 * the terms themselves foresee), its parties (`partyChanged`), its end (`subjectEnded`), or a person of the envelope is
 * erased (`personErased`). What is signed stays for ever: it can only be said that the record has other terms by now
 * (`outdate`). `tell`: whoever was asked or has signed is told. `forget`: the erased person's data go.
 */
export const envelopeLife = lifeCycle({
  DRAFT: {
    edit: to('DRAFT'),
    send: to('OUT', 'askFirst'),
    sign: refuse('SIGNATURE_DRAFT'),
    signLast: refuse('SIGNATURE_DRAFT'),
    refuse: refuse('SIGNATURE_DRAFT'),
    expire: refuse('SIGNATURE_DRAFT'),
    withdraw: refuse('SIGNATURE_DRAFT'),
    sealed: refuse('SIGNATURE_DRAFT'),
    remove: to('REMOVED'),
    termsChanged: to('DRAFT', 'outdate'),
    readjusted: to('DRAFT', 'outdate'),
    partyChanged: to('DRAFT', 'outdate'),
    subjectEnded: to('WITHDRAWN'),
    personErased: to('WITHDRAWN', 'forget'),
  },
  OUT: {
    edit: refuse('SIGNATURE_OUT'),
    send: refuse('SIGNATURE_OUT'),
    sign: to('OUT', 'askNext'),
    signLast: to('SEALING', 'seal'),
    refuse: to('REFUSED', 'tell'),
    expire: to('EXPIRED', 'tell'),
    withdraw: to('WITHDRAWN', 'tell'),
    sealed: refuse('SIGNATURE_OUT'),
    remove: refuse('SIGNATURE_OUT'),
    termsChanged: to('WITHDRAWN', 'tell'),
    readjusted: to('WITHDRAWN', 'tell'),
    partyChanged: to('WITHDRAWN', 'tell'),
    subjectEnded: to('WITHDRAWN', 'tell'),
    personErased: to('WITHDRAWN', 'tell', 'forget'),
  },
  // Everybody has signed: what happens to the record now comes after the signatures.
  SEALING: {
    edit: refuse('SIGNATURE_SEALING'),
    send: refuse('SIGNATURE_SEALING'),
    sign: refuse('SIGNATURE_SEALING'),
    signLast: refuse('SIGNATURE_SEALING'),
    refuse: refuse('SIGNATURE_SEALING'),
    expire: refuse('SIGNATURE_SEALING'),
    withdraw: refuse('SIGNATURE_SEALING'),
    sealed: to('SIGNED', 'tellSigned'),
    remove: refuse('SIGNATURE_SEALING'),
    termsChanged: to('SEALING', 'outdate'),
    readjusted: to('SEALING'),
    partyChanged: to('SEALING', 'outdate'),
    subjectEnded: to('SEALING'),
    personErased: to('SEALING'),
  },
  SIGNED: {
    edit: refuse('SIGNATURE_SIGNED'),
    send: refuse('SIGNATURE_SIGNED'),
    sign: refuse('SIGNATURE_SIGNED'),
    signLast: refuse('SIGNATURE_SIGNED'),
    refuse: refuse('SIGNATURE_SIGNED'),
    expire: refuse('SIGNATURE_SIGNED'),
    withdraw: refuse('SIGNATURE_SIGNED'),
    sealed: refuse('SIGNATURE_SIGNED'),
    remove: refuse('SIGNATURE_KEPT'),
    termsChanged: to('SIGNED', 'outdate'),
    readjusted: to('SIGNED'),
    partyChanged: to('SIGNED', 'outdate'),
    subjectEnded: to('SIGNED'),
    personErased: to('SIGNED', 'forget'),
  },
  REFUSED: {
    ...OVER,
    termsChanged: to('REFUSED'),
    readjusted: to('REFUSED'),
    partyChanged: to('REFUSED'),
    subjectEnded: to('REFUSED'),
    personErased: to('REFUSED', 'forget'),
  },
  EXPIRED: {
    ...OVER,
    termsChanged: to('EXPIRED'),
    readjusted: to('EXPIRED'),
    partyChanged: to('EXPIRED'),
    subjectEnded: to('EXPIRED'),
    personErased: to('EXPIRED', 'forget'),
  },
  WITHDRAWN: {
    ...OVER,
    termsChanged: to('WITHDRAWN'),
    readjusted: to('WITHDRAWN'),
    partyChanged: to('WITHDRAWN'),
    subjectEnded: to('WITHDRAWN'),
    personErased: to('WITHDRAWN', 'forget'),
  },
  // A draft that was deleted: its row is gone.
  REMOVED: {
    edit: refuse('SIGNATURE_NOT_FOUND'),
    send: refuse('SIGNATURE_NOT_FOUND'),
    sign: refuse('SIGNATURE_NOT_FOUND'),
    signLast: refuse('SIGNATURE_NOT_FOUND'),
    refuse: refuse('SIGNATURE_NOT_FOUND'),
    expire: refuse('SIGNATURE_NOT_FOUND'),
    withdraw: refuse('SIGNATURE_NOT_FOUND'),
    sealed: refuse('SIGNATURE_NOT_FOUND'),
    remove: refuse('SIGNATURE_NOT_FOUND'),
    termsChanged: refuse('SIGNATURE_NOT_FOUND'),
    readjusted: refuse('SIGNATURE_NOT_FOUND'),
    partyChanged: refuse('SIGNATURE_NOT_FOUND'),
    subjectEnded: refuse('SIGNATURE_NOT_FOUND'),
    personErased: refuse('SIGNATURE_NOT_FOUND'),
  },
});
type Life = StateOf<typeof envelopeLife>;
/** States of an envelope that is there. */
export type EnvelopeState = Exclude<Life, 'REMOVED'>;

/**
 * One who signs. WAITING: not sent yet, or not their turn. `ask` sends the link; `code` sends a one-time code; `remind` and
 * `renewLink` are staff's. CLOSED: the envelope ended before they signed.
 */
export const signerLife = lifeCycle({
  WAITING: {
    ask: to('ASKED', 'invite'),
    code: refuse('SIGNER_NOT_YET'),
    sign: refuse('SIGNER_NOT_YET'),
    refuse: refuse('SIGNER_NOT_YET'),
    remind: refuse('SIGNER_NOT_YET'),
    renewLink: refuse('SIGNER_NOT_YET'),
    close: to('CLOSED'),
  },
  ASKED: {
    ask: refuse('SIGNER_ASKED'),
    code: to('ASKED'),
    sign: to('SIGNED'),
    refuse: to('REFUSED'),
    remind: to('ASKED', 'remind'),
    renewLink: to('ASKED', 'invite'),
    close: to('CLOSED'),
  },
  SIGNED: {
    ask: refuse('SIGNER_SIGNED'),
    code: refuse('SIGNER_SIGNED'),
    sign: refuse('SIGNER_SIGNED'),
    refuse: refuse('SIGNER_SIGNED'),
    remind: refuse('SIGNER_SIGNED'),
    renewLink: refuse('SIGNER_SIGNED'),
    close: to('SIGNED'),
  },
  REFUSED: {
    ask: refuse('SIGNER_REFUSED'),
    code: refuse('SIGNER_REFUSED'),
    sign: refuse('SIGNER_REFUSED'),
    refuse: refuse('SIGNER_REFUSED'),
    remind: refuse('SIGNER_REFUSED'),
    renewLink: refuse('SIGNER_REFUSED'),
    close: to('REFUSED'),
  },
  CLOSED: {
    ask: refuse('SIGNER_CLOSED'),
    code: refuse('SIGNER_CLOSED'),
    sign: refuse('SIGNER_CLOSED'),
    refuse: refuse('SIGNER_CLOSED'),
    remind: refuse('SIGNER_CLOSED'),
    renewLink: refuse('SIGNER_CLOSED'),
    close: to('CLOSED'),
  },
});
export type SignerState = StateOf<typeof signerLife>;

export const SIGNATURE_PROVIDERS = { ROOM: 'Sala de assinatura', CLICKSIGN: 'Clicksign' } as const;
export type SignatureProvider = keyof typeof SIGNATURE_PROVIDERS;

/** Most people who sign one paper. */
export const MOST_SIGNERS = 40;
export const MOST_FIELDS = 400;
/** Longest time for which a paper may be out. */
export const MOST_DAYS = 90;
/** Days after their end after which papers that were not signed are emptied of their people. */
export const UNSIGNED_KEPT_DAYS = 180;

/** The one-time code: minutes, tries, and codes in that time. */
export const SIGNATURE_CODE = { minutes: 15, tries: 5, codes: 5 } as const;

/** A paper may be signed through the whole of its last day. */
export const isPast = (deadline: CalendarDate, today: CalendarDate): boolean => deadline < today;

export const isDeadline = (deadline: CalendarDate, today: CalendarDate): boolean =>
  deadline >= today && deadline <= addDays(today, MOST_DAYS);

type Turned = { id: number; turn: number; state: SignerState };

/** Whose turn it is now: all who wait, or those of the first turn that isn't done yet. */
export function nextToAsk(signers: readonly Turned[], inOrder: boolean): number[] {
  const open = signers.filter(({ state }) => state === 'WAITING' || state === 'ASKED');
  const turn = Math.min(...open.map((signer) => signer.turn));
  return open.flatMap((signer) => (signer.state === 'WAITING' && (!inOrder || signer.turn === turn) ? signer.id : []));
}

/** Whether nobody but this person has yet to sign. */
export const isLast = (signers: readonly Pick<Turned, 'id' | 'state'>[], id: number): boolean =>
  signers.every((signer) => signer.id === id || signer.state === 'SIGNED');

/**
 * Whether somebody who was asked is reminded on a day: `every` so many days since they last heard of it (0: never), and on
 * the day before the deadline.
 */
export function isReminded(
  { told, deadline, every }: { told: CalendarDate; deadline: CalendarDate; every: number },
  today: CalendarDate,
): boolean {
  if (every === 0 || told >= today || isPast(deadline, today)) return false;
  return daysBetween(told, today) >= every || addDays(today, 1) === deadline;
}
