import { expect, test } from 'vitest';
import { type Choice, chooseChannel, mobileNumber, type Recipient } from './channel-choice.ts';
import type { Channel } from './kinds.ts';

const ANA: Recipient = {
  email: 'ana@exemplo.com.br',
  phones: ['(32) 98841-2076'],
  consents: ['WHATSAPP'],
  refusals: [],
};
const ALL: Channel[] = ['WHATSAPP', 'EMAIL', 'SMS'];
const WHATSAPP = { channel: 'WHATSAPP', address: '5532988412076' };
const EMAIL = { channel: 'EMAIL', address: 'ana@exemplo.com.br' };
const SMS = { channel: 'SMS', address: '5532988412076' };

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Partial<Recipient>, Channel[], object]>([
  ['the first of the order',        {},                                                  ALL,                 WHATSAPP],
  ['another order',                 {},                                                  ['SMS', 'EMAIL'],    SMS],
  ['WhatsApp without consent',      { consents: [] },                                    ALL,                 EMAIL],
  ['SMS needs no consent',          { consents: [], email: null },                       ALL,                 SMS],
  ['a landline',                    { phones: ['(32) 3539-7164'] },                      ALL,                 EMAIL],
  ['a landline, then a mobile',     { phones: ['(32) 3539-7164', '32988412076'] },       ALL,                 WHATSAPP],
  ['no address at all',             { email: null, phones: [null] },                     ALL,                 { reason: 'NO_ADDRESS' }],
  ['only WhatsApp, no consent',     { consents: [] },                                    ['WHATSAPP'],        { reason: 'NO_CONSENT' }],
  ['no channel is connected',       {},                                                  [],                  { reason: 'NO_CHANNEL' }],
  ['everything refused',            { refusals: [{ channel: null, kind: null }] },       ALL,                 { reason: 'REFUSED' }],
  ['one channel refused',           { refusals: [{ channel: 'WHATSAPP', kind: null }] }, ALL,                 EMAIL],
  ['this kind refused',             { refusals: [{ channel: null, kind: 'PAID' }] },     ALL,                 { reason: 'REFUSED' }],
  ['another kind refused',          { refusals: [{ channel: null, kind: 'DUE_SOON' }] }, ALL,                 WHATSAPP],
  ['this kind by one channel',      { refusals: [{ channel: 'WHATSAPP', kind: 'PAID' }] }, ALL,               EMAIL],
])('%s', (_, person, order, choice) => {
  expect(chooseChannel('PAID', order, { ...ANA, ...person })).toEqual(choice as Choice);
});

test.each([
  ['(32) 98841-2076', '5532988412076'],
  ['+55 32 98841-2076', '5532988412076'],
  ['3235397164', undefined],
  ['32 8841-2076', undefined],
  ['(00) 98841-2076', undefined],
  ['', undefined],
  [null, undefined],
])('%j is the mobile number %s', (text, number) => {
  expect(mobileNumber(text)).toBe(number);
});
