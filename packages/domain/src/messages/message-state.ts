import { lifeCycle, refuse, to } from '../base/life-cycle.ts';

/**
 * Life of a message. Providers report states late, twice and out of order. A state never goes back: `READ` stays when
 * `delivered` arrives after it.
 */
export const messageLife = lifeCycle({
  QUEUED: {
    claim: to('SENDING'),
    cancel: to('CANCELLED'),
    giveUp: to('FAILED'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: refuse('MESSAGE_GONE'),
    read: refuse('MESSAGE_GONE'),
    fallBack: refuse('MESSAGE_GONE'),
    fail: refuse('MESSAGE_GONE'),
  },
  SENDING: {
    claim: refuse('MESSAGE_GONE'),
    cancel: to('CANCELLED'),
    giveUp: refuse('MESSAGE_GONE'),
    /** It was not handed to a provider: the next round takes it again. */
    release: to('QUEUED'),
    accept: to('SENT'),
    deliver: to('DELIVERED'),
    read: to('READ'),
    /** The channel can't reach the person: the next channel takes it. */
    fallBack: to('QUEUED'),
    fail: to('FAILED'),
  },
  SENT: {
    claim: refuse('MESSAGE_GONE'),
    cancel: refuse('MESSAGE_GONE'),
    giveUp: refuse('MESSAGE_GONE'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: to('DELIVERED'),
    read: to('READ'),
    fallBack: to('QUEUED'),
    fail: to('FAILED'),
  },
  DELIVERED: {
    claim: refuse('MESSAGE_GONE'),
    cancel: refuse('MESSAGE_GONE'),
    giveUp: refuse('MESSAGE_GONE'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: refuse('MESSAGE_GONE'),
    read: to('READ'),
    fallBack: refuse('MESSAGE_GONE'),
    fail: refuse('MESSAGE_GONE'),
  },
  READ: {
    claim: refuse('MESSAGE_GONE'),
    cancel: refuse('MESSAGE_GONE'),
    giveUp: refuse('MESSAGE_GONE'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: refuse('MESSAGE_GONE'),
    read: refuse('MESSAGE_GONE'),
    fallBack: refuse('MESSAGE_GONE'),
    fail: refuse('MESSAGE_GONE'),
  },
  FAILED: {
    claim: refuse('MESSAGE_GONE'),
    cancel: refuse('MESSAGE_GONE'),
    giveUp: refuse('MESSAGE_GONE'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: refuse('MESSAGE_GONE'),
    read: refuse('MESSAGE_GONE'),
    fallBack: refuse('MESSAGE_GONE'),
    fail: refuse('MESSAGE_GONE'),
  },
  CANCELLED: {
    claim: refuse('MESSAGE_GONE'),
    cancel: refuse('MESSAGE_GONE'),
    giveUp: refuse('MESSAGE_GONE'),
    release: refuse('MESSAGE_GONE'),
    accept: refuse('MESSAGE_GONE'),
    deliver: refuse('MESSAGE_GONE'),
    read: refuse('MESSAGE_GONE'),
    fallBack: refuse('MESSAGE_GONE'),
    fail: refuse('MESSAGE_GONE'),
  },
});

export type MessageState = ReturnType<typeof messageLife.next>;

export const MESSAGE_STATES: readonly MessageState[] = messageLife.states;

/** States that a provider reports, in the order in which they happen. */
export const TOLD_STATES = ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const satisfies readonly MessageState[];
export type ToldState = (typeof TOLD_STATES)[number];

/** Action on a message for each reported state. */
const TOLD = { SENT: 'accept', DELIVERED: 'deliver', READ: 'read', FAILED: 'fail' } as const;

/** State after a provider's report; undefined when nothing changes, since a later state is already known. */
export function afterTold(state: MessageState, told: ToldState): MessageState | undefined {
  return messageLife.can(state, TOLD[told]) ? messageLife.next(state, TOLD[told]) : undefined;
}
