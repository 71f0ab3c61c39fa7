import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Channel } from './kinds.ts';
import { type Connected, type DueMessage, decideRound, minutesToRetry, secondsToRest } from './round.ts';
import type { LocalMoment } from './send-time.ts';

const at = (day: string, hour: number): LocalMoment => ({ day: day as CalendarDate, minute: hour * 60 });
/** A Thursday. */
const NOW = at('2026-11-26', 10);
const OPEN: Connected = new Map<Channel, undefined>([
  ['WHATSAPP', undefined],
  ['EMAIL', undefined],
]);
const message = (more: Partial<DueMessage> = {}): DueMessage => ({
  id: 1,
  receiver: 'client:7',
  kind: 'DUE_SOON',
  order: ['WHATSAPP', 'EMAIL', 'SMS'],
  tried: [],
  lastDay: '2026-11-30',
  holds: true,
  person: { email: 'ana@exemplo.com.br', phones: ['32988412076'], consents: ['WHATSAPP'], refusals: [] },
  ...more,
});
const SENT = { id: 1, outcome: 'SEND', channel: 'WHATSAPP', address: '5532988412076' };
const waits = (day: string, hour: number) => ({ id: 1, outcome: 'WAIT', until: at(day, hour) });
const drops = (reason: string) => ({ id: 1, outcome: 'DROP', reason });
const none: ReadonlySet<string> = new Set();

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Partial<DueMessage>, { now?: LocalMoment; connected?: Connected; served?: ReadonlySet<string> }, object]>([
  ['sent now',                         {},                          {},                                         SENT],
  ['paid meanwhile',                   { holds: false },            {},                                         drops('SETTLED')],
  ['anonymised',                       { person: undefined },       {},                                         drops('GONE')],
  ['its day has passed',               { lastDay: '2026-11-25' },   {},                                         drops('LATE')],
  ['at night',                         {},                          { now: at('2026-11-26', 22) },              waits('2026-11-27', 8)],
  ['Sunday',                           {},                          { now: at('2026-11-29', 10) },              waits('2026-11-30', 8)],
  ['Sunday, the last day',             { lastDay: '2026-11-29' },   { now: at('2026-11-29', 10) },              drops('LATE')],
  ['the person has had one today',     {},                          { served: new Set(['client:7']) },                   waits('2026-11-27', 8)],
  ['another person has',               {},                          { served: new Set(['client:8']) },                   SENT],
  ['one today, and no other day',      { lastDay: '2026-11-26' },   { served: new Set(['client:7']) },                   drops('ONE_A_DAY')],
  ['WhatsApp failed, e-mail next',     { tried: ['WHATSAPP'] },     {}, { id: 1, outcome: 'SEND', channel: 'EMAIL', address: 'ana@exemplo.com.br' }],
  ['every channel failed',             { tried: ['WHATSAPP', 'EMAIL'] }, {},                                    drops('REJECTED')],
  ['nothing is connected',             {},                          { connected: new Map() },                   drops('NO_CHANNEL')],
  ['WhatsApp rests',                   {},      { connected: new Map([['WHATSAPP', at('2026-11-26', 11)]]) },    waits('2026-11-26', 11)],
  ['WhatsApp rested until now',        {},      { connected: new Map([['WHATSAPP', NOW]]) },                     SENT],
])('%s', (_, of, { now = NOW, connected = OPEN, served = none }, decision) => {
  expect(decideRound([message(of)], { now, connected, served })).toEqual([decision]);
});

test('of three messages for one person, the first is sent today', () => {
  const due = [message(), message({ id: 2 }), message({ id: 3, receiver: 'client:8' })];
  const decided = decideRound(due, { now: NOW, connected: OPEN, served: none });
  expect(decided.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['1 SEND', '2 WAIT', '3 SEND']);
});

test('a message is tried five times more, and given up', () => {
  expect([1, 2, 3, 4, 5, 6].map(minutesToRetry)).toEqual([1, 5, 15, 60, 240, undefined]);
});

test('a channel that asks to slow down rests twice as long each time, up to an hour', () => {
  expect([1, 2, 3, 7, 50].map(secondsToRest)).toEqual([60, 120, 240, 3_600, 3_600]);
});
