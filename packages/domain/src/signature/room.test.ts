import { expect, test } from 'vitest';
import { type EnvelopeState, type SignerState, signerLife } from './envelope.ts';
import { ENVELOPE_WORDS } from './kinds.ts';
import { hiddenEmail, hiddenName, hiddenPhone, type RoomStage, roomStage } from './room.ts';

const DAY = '2026-03-10';
const stage = (envelope: EnvelopeState, signer: SignerState, { isRead = false, deadline = DAY } = {}) =>
  roomStage(
    { envelope: { state: envelope, deadline: deadline as typeof DAY }, signer: { state: signer, isRead } },
    DAY,
  );

test.each<[EnvelopeState, SignerState, RoomStage]>([
  ['DRAFT', 'WAITING', 'CLOSED'],
  ['OUT', 'WAITING', 'WAITING'],
  ['OUT', 'ASKED', 'READ'],
  ['OUT', 'SIGNED', 'SIGNED'],
  ['OUT', 'REFUSED', 'REFUSED'],
  ['OUT', 'CLOSED', 'CLOSED'],
  ['SEALING', 'SIGNED', 'SEALING'],
  ['SIGNED', 'SIGNED', 'DONE'],
  ['REFUSED', 'REFUSED', 'REFUSED'],
  ['REFUSED', 'SIGNED', 'REFUSED'],
  ['REFUSED', 'CLOSED', 'REFUSED'],
  ['EXPIRED', 'CLOSED', 'EXPIRED'],
  ['WITHDRAWN', 'SIGNED', 'WITHDRAWN'],
  ['WITHDRAWN', 'CLOSED', 'WITHDRAWN'],
])('an envelope %s shows a signer %s the stage %s', (envelope, signer, shown) => {
  expect(stage(envelope, signer)).toBe(shown);
});

test('what was read is signed next', () => {
  expect(stage('OUT', 'ASKED', { isRead: true })).toBe('SIGN');
});

test('the last day counts whole, and the day after nothing is signed', () => {
  expect(stage('OUT', 'ASKED', { deadline: '2026-03-09' })).toBe('EXPIRED');
  expect(stage('OUT', 'WAITING', { deadline: '2026-03-09' })).toBe('EXPIRED');
  expect(stage('OUT', 'SIGNED', { deadline: '2026-03-09' })).toBe('EXPIRED');
  // A wrong link says the same on every day.
  expect(stage('OUT', 'CLOSED', { deadline: '2026-03-09' })).toBe('CLOSED');
});

test('only where a signature is taken does the room offer it', () => {
  for (const envelope of Object.keys(ENVELOPE_WORDS) as EnvelopeState[])
    for (const signer of signerLife.states) {
      const offers = ['READ', 'SIGN'].includes(stage(envelope, signer));
      expect([envelope, signer, offers]).toEqual([
        envelope,
        signer,
        envelope === 'OUT' && signerLife.can(signer, 'sign'),
      ]);
    }
});

test('names and addresses are known by their owner alone', () => {
  expect(hiddenName('Ana  Maria Prado')).toBe('A•• M•••• P••••');
  expect(hiddenName('Li')).toBe('L••');
  expect(hiddenEmail('ana.prado@serra.com.br')).toBe('a••••••@s••••.com.br');
  expect(hiddenEmail('a@b')).toBe('a••@b••');
  expect(hiddenPhone('32988412076')).toBe('(••) •••••-2076');
});
