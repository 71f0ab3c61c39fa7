import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

const GONE = {
  send: refuse('MESSAGE_GONE'),
  lose: refuse('MESSAGE_GONE'),
  reject: refuse('MESSAGE_GONE'),
  recover: refuse('MESSAGE_GONE'),
  expire: refuse('MESSAGE_GONE'),
  cancel: refuse('MESSAGE_GONE'),
  accept: refuse('MESSAGE_GONE'),
  deliver: refuse('MESSAGE_GONE'),
  read: refuse('MESSAGE_GONE'),
  fail: refuse('MESSAGE_GONE'),
} as const;

/**
 * Life of a message. CLAIMED: a round has taken it, and has handed nothing over yet. SENDING: it may be at a provider that has
 * not answered. Providers report states late, twice and out of order; none goes back: `READ` stays when `deliver` comes after
 * it. `lose`: the provider's answer is lost; `reject`: no channel is left that reaches the person; `recover`: the server that
 * claimed it has stopped; `expire`: its days are over; `fail`: a provider reports that it can't deliver.
 */
export const messageLife = lifeCycle({
  QUEUED: {
    ...GONE,
    send: to('SENT', 'handOver'),
    lose: to('SENDING', 'handOver', 'doubt'),
    reject: to('FAILED', 'nextChannel'),
    expire: to('CANCELLED'),
    cancel: to('CANCELLED'),
  },
  CLAIMED: {
    ...GONE,
    recover: to('SENT', 'handOver'),
    expire: to('CANCELLED'),
    cancel: to('CANCELLED'),
  },
  SENDING: {
    ...GONE,
    recover: to('SENDING', 'doubt'),
    expire: to('FAILED', 'doubt'),
    accept: to('SENT'),
    deliver: to('DELIVERED'),
    read: to('READ'),
    fail: to('QUEUED', 'nextChannel'),
  },
  SENT: {
    ...GONE,
    deliver: to('DELIVERED'),
    read: to('READ'),
    fail: to('QUEUED', 'nextChannel'),
  },
  DELIVERED: { ...GONE, read: to('READ') },
  READ: GONE,
  FAILED: GONE,
  CANCELLED: GONE,
});
export type MessageLifeState = StateOf<typeof messageLife>;

/** As the column has it: a claimed message is SENDING without the moment at which it was handed over. */
export type MessageState = Exclude<MessageLifeState, 'CLAIMED'>;

export const MESSAGE_STATES: readonly MessageState[] = messageLife.states.filter((state) => state !== 'CLAIMED');

export const messageStateOf = ({
  state,
  tried_at,
}: {
  state: MessageState;
  tried_at: string | null;
}): MessageLifeState => (state === 'SENDING' && tried_at === null ? 'CLAIMED' : state);

/** States that a provider reports, in the order in which they happen. */
export const TOLD_STATES = ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const satisfies readonly MessageState[];
export type ToldState = (typeof TOLD_STATES)[number];

/** Action on a message for each reported state. */
const TOLD = { SENT: 'accept', DELIVERED: 'deliver', READ: 'read', FAILED: 'fail' } as const;

/**
 * State after a provider's report; undefined when nothing changes, since a later state is already known. A message that a
 * channel can't deliver is queued again: the next round takes another channel, or gives up.
 */
export function afterTold(state: MessageState, told: ToldState): MessageState | undefined {
  const cell = messageLife.cell(state, TOLD[told]);
  return 'to' in cell && cell.to !== 'CLAIMED' ? cell.to : undefined;
}
