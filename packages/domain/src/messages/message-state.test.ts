import { expect, test } from 'vitest';
import { afterTold, type MessageState, messageLife, type ToldState } from './message-state.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[MessageState, ToldState, MessageState | undefined, string]>([
  ['SENDING',   'SENT',      'SENT',      'the provider took it'],
  ['SENDING',   'DELIVERED', 'DELIVERED', 'told before the answer to the call was kept'],
  ['SENDING',   'READ',      'READ',      'the same'],
  ['SENDING',   'FAILED',    'QUEUED',    'refused: another channel, or none'],
  ['SENT',      'DELIVERED', 'DELIVERED', 'in order'],
  ['SENT',      'READ',      'READ',      'delivered was lost'],
  ['SENT',      'SENT',      undefined,   'told twice'],
  ['SENT',      'FAILED',    'QUEUED',    'the number does not exist'],
  ['DELIVERED', 'SENT',      undefined,   'out of order'],
  ['DELIVERED', 'READ',      'READ',      'in order'],
  ['DELIVERED', 'FAILED',    undefined,   'it has arrived'],
  ['READ',      'DELIVERED', undefined,   'out of order'],
  ['READ',      'FAILED',    undefined,   'it was read'],
  ['FAILED',    'DELIVERED', undefined,   'given up, and perhaps sent by another channel'],
  ['CANCELLED', 'SENT',      undefined,   'cancelled'],
  ['QUEUED',    'DELIVERED', undefined,   'back in the queue for another channel'],
])('%s, told %s: %s (%s)', (state, told, after) => {
  expect(afterTold(state, told)).toBe(after);
});

test('what is over stays over', () => {
  const over = messageLife.states.filter((state) => messageLife.actions(state).length === 0);
  expect(over).toEqual(['READ', 'FAILED', 'CANCELLED']);
});
