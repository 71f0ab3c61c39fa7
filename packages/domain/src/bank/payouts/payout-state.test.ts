import { expect, test } from 'vitest';
import { payoutLife, payoutStateWords } from './payout-state.ts';

test.each([
  ['WAITING_APPROVAL', 'approve', 'APPROVED'],
  ['APPROVED', 'send', 'SENT'],
  ['SENT', 'pay', 'PAID'],
  ['SENT', 'refuse', 'REFUSED'],
  ['SENT', 'withdraw', 'APPROVED'],
  ['PAID', 'giveBack', 'RETURNED'],
  ['PAID', 'askReturn', 'RETURN_ASKED'],
  ['RETURN_ASKED', 'giveBack', 'RETURNED'],
  ['RETURN_ASKED', 'keepPaid', 'PAID'],
] as const)('%s, %s: %s', (from, action, to) => {
  expect(payoutLife.next(from, action)).toBe(to);
});

test('a payment that the bank may have is never canceled or sent again', () => {
  expect(payoutLife.can('SENT', 'cancel')).toBe(false);
  expect(payoutLife.can('SENT', 'send')).toBe(false);
  expect(payoutLife.can('REFUSED', 'send')).toBe(false);
});

test('words tell a payment without an answer from one under way', () => {
  expect(payoutStateWords('SENT', false)).toBe('Enviado, sem resposta');
  expect(payoutStateWords('SENT', true)).toBe('Em andamento no banco');
  expect(payoutStateWords('REFUSED', true)).toBe('Recusado pelo banco');
});
