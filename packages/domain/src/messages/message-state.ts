import { stateMachine } from '../base/state-machine.ts';

/**
 * Life of a message. Providers report states late, twice and out of order. A state never goes back: `READ` stays when
 * `delivered` arrives after it.
 */
export const messageLife = stateMachine({
  QUEUED: { claim: 'SENDING', cancel: 'CANCELLED', giveUp: 'FAILED' },
  SENDING: {
    /** It was not handed to a provider: the next round takes it again. */
    release: 'QUEUED',
    accept: 'SENT',
    deliver: 'DELIVERED',
    read: 'READ',
    /** The channel can't reach the person: the next channel takes it. */
    fallBack: 'QUEUED',
    cancel: 'CANCELLED',
    fail: 'FAILED',
  },
  SENT: { deliver: 'DELIVERED', read: 'READ', fallBack: 'QUEUED', fail: 'FAILED' },
  DELIVERED: { read: 'READ' },
  READ: {},
  FAILED: {},
  CANCELLED: {},
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
