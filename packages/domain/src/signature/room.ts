import type { CalendarDate } from '../base/calendar.ts';
import { type EnvelopeState, isPast, type SignerState } from './envelope.ts';

/**
 * What a signer's link shows. `CLOSED`: nothing, as a wrong link; `WAITING`: others sign before; `READ`: the paper is still
 * to be read; `SIGN`: read, and not signed; `SIGNED`: others are still missing; `SEALING`: the signed file is being made;
 * `DONE`: it is there.
 */
export const ROOM_STAGES = [
  'CLOSED',
  'WAITING',
  'READ',
  'SIGN',
  'SIGNED',
  'SEALING',
  'DONE',
  'REFUSED',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export type RoomStage = (typeof ROOM_STAGES)[number];

type Looked = {
  envelope: { state: EnvelopeState; deadline: CalendarDate };
  signer: { state: SignerState; isRead: boolean };
};

const OF_ENVELOPE: Readonly<Record<Exclude<EnvelopeState, 'OUT'>, RoomStage>> = {
  DRAFT: 'CLOSED',
  SEALING: 'SEALING',
  SIGNED: 'DONE',
  REFUSED: 'REFUSED',
  EXPIRED: 'EXPIRED',
  WITHDRAWN: 'WITHDRAWN',
};

/** A paper may be signed through its last day; the hour at which it is marked as expired may come later. */
export function roomStage({ envelope, signer }: Looked, today: CalendarDate): RoomStage {
  if (envelope.state !== 'OUT') return OF_ENVELOPE[envelope.state];
  if (signer.state === 'SIGNED') return isPast(envelope.deadline, today) ? 'EXPIRED' : 'SIGNED';
  if (signer.state === 'REFUSED') return 'REFUSED';
  if (signer.state === 'CLOSED') return 'CLOSED';
  if (isPast(envelope.deadline, today)) return 'EXPIRED';
  if (signer.state === 'WAITING') return 'WAITING';
  return signer.isRead ? 'SIGN' : 'READ';
}

/** Wrong CPFs in a quarter of an hour. */
export const CPF_TRIES = 5;

const hidden = (word: string, shown: number) =>
  `${word.slice(0, shown)}${'•'.repeat(Math.max(2, Math.min(6, word.length - shown)))}`;

/** `A•• P••••`: enough for a person to know their own name, and not for others to learn it. */
export const hiddenName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => hidden(word, 1))
    .join(' ');

/** `a••@s••••.example`: the address that a code goes to, as its owner knows it. */
export function hiddenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.indexOf('.');
  const [host, rest] = dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot)];
  return `${hidden(email.slice(0, at), 1)}@${hidden(host, 1)}${rest}`;
}

/** `(••) •••••-2076`. */
export const hiddenPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return `(••) •••••-${digits.slice(-4)}`;
};
