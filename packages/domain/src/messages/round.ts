import type { CalendarDate } from '../base/calendar.ts';
import { chooseChannel, type Recipient } from './channel-choice.ts';
import type { Channel, MessageKind } from './kinds.ts';
import type { MessageReason } from './reasons.ts';
import { dayAfter, isBefore, type LocalMoment, sendTime } from './send-time.ts';

/** A message whose time has come. */
export type DueMessage = {
  id: number;
  /** Key of the person who receives it, chosen by the caller. */
  receiver: string;
  kind: MessageKind;
  /** Channels in order of preference. */
  order: readonly Channel[];
  /** Channels that failed for good. */
  tried: readonly Channel[];
  lastDay: CalendarDate;
  /** Whether it is still relevant, as while its invoice is open. */
  holds: boolean;
  /** Undefined when the person's record was removed or anonymised. */
  person: Recipient | undefined;
};

/** Channels that are connected, each with the moment before which it sends nothing. */
export type Connected = ReadonlyMap<Channel, LocalMoment | undefined>;

export type Decision = { id: number } & (
  | { outcome: 'SEND'; channel: Channel; address: string }
  | { outcome: 'WAIT'; until: LocalMoment }
  | { outcome: 'DROP'; reason: MessageReason }
);

/**
 * Decides on messages whose time has come, in their order: sent now, later, or not at all. A person receives one
 * message a day at most; `served` are those who already received one today.
 */
export function decideRound(
  due: readonly DueMessage[],
  { now, connected, served }: { now: LocalMoment; connected: Connected; served: ReadonlySet<string> },
): Decision[] {
  const taken = new Set(served);
  return due.map(({ id, ...message }) => {
    const decision = decide(message, now, connected, taken);
    if (decision.outcome === 'SEND') taken.add(message.receiver);
    return { id, ...decision };
  });
}

type Outcome = Decision extends infer D ? (D extends { id: number } ? Omit<D, 'id'> : never) : never;

function decide(
  message: Omit<DueMessage, 'id'>,
  now: LocalMoment,
  connected: Connected,
  taken: ReadonlySet<string>,
): Outcome {
  const drop = (reason: MessageReason) => ({ outcome: 'DROP', reason }) as const;
  if (!message.person) return drop('GONE');
  if (!message.holds) return drop('SETTLED');
  if (message.lastDay < now.day) return drop('LATE');
  const order = message.order.filter((channel) => connected.has(channel) && !message.tried.includes(channel));
  const choice = chooseChannel(message.kind, order, message.person);
  if ('reason' in choice)
    return drop(choice.reason === 'NO_CHANNEL' && message.tried.length > 0 ? 'REJECTED' : choice.reason);
  const allowed = sendTime(now);
  const next = taken.has(message.receiver) ? dayAfter(now.day) : allowed;
  const rests = connected.get(choice.channel);
  const until = rests && isBefore(next, rests) ? sendTime(rests) : next;
  if (until.day > message.lastDay) return drop(taken.has(message.receiver) ? 'ONE_A_DAY' : 'LATE');
  return isBefore(now, until) ? { outcome: 'WAIT', until } : { outcome: 'SEND', ...choice };
}

/** Minutes before a message is retried, by the number of failed attempts. */
const BACKOFF = [1, 5, 15, 60, 240];

/** Minutes before the next try; undefined: given up. */
export const minutesToRetry = (tries: number): number | undefined => BACKOFF[tries - 1];

/** Seconds for which a channel pauses after it was rate-limited, by the number of times in a row. */
export const secondsToRest = (times: number): number => Math.min(60 * 2 ** Math.max(0, times - 1), 3_600);
