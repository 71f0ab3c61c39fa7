import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import {
  answerer,
  type BidKind,
  type BidState,
  type BidTerms,
  bidFault,
  bidKind,
  bidLife,
  bidStateOn,
  bidTerm,
  isBidDay,
  isReserved,
} from './bid.ts';
import { bidMessage } from './bid-message.ts';

const NONE = {
  guarantee: null,
  term_months: null,
  start_on: null,
  down_payment: null,
  financed: null,
  instalments: [],
};
const RENTAL: BidTerms = { ...NONE, amount: 150_000, guarantee: 'BONDSMAN', term_months: 30, start_on: '2026-04-01' };
// 60.000 + 150.000 + 2 × 20.000 = 250.000
const SALE: BidTerms = {
  ...NONE,
  amount: 25_000_000,
  down_payment: 6_000_000,
  financed: 15_000_000,
  instalments: [
    { due_on: '2026-05-10', amount: 2_000_000 },
    { due_on: '2026-06-10', amount: 2_000_000 },
  ],
};
const [first, second] = SALE.instalments as [BidTerms['instalments'][0], BidTerms['instalments'][0]];

// biome-ignore format: a table of cases reads best aligned
test.each<[string, BidKind, BidTerms, string | undefined, string | undefined]>([
  ['a rental',                  'RENT', RENTAL, undefined, undefined],
  ['without a guarantee',       'RENT', { ...RENTAL, guarantee: null }, 'guarantee', 'Informe a garantia'],
  ['without a term',            'RENT', { ...RENTAL, term_months: null }, 'term_months', 'Informe o prazo em meses'],
  ['without a start',           'RENT', { ...RENTAL, start_on: null }, 'start_on', 'Informe o início'],
  ['a rental with a sinal',     'RENT', { ...RENTAL, down_payment: 1 }, 'down_payment', 'Uma locação não tem sinal'],
  ['a sinal of nothing',        'RENT', { ...RENTAL, down_payment: 0 }, undefined, undefined],
  ['a financed rental',         'RENT', { ...RENTAL, financed: 1 }, 'financed', 'Uma locação não é financiada'],
  ['a rental in instalments',   'RENT', { ...RENTAL, instalments: [first] }, 'instalments', 'Uma locação não tem parcelas'],
  ['a sale',                    'SALE', SALE, undefined, undefined],
  ['all at once',               'SALE', { ...NONE, amount: 100, down_payment: 100 }, undefined, undefined],
  ['a sale with a guarantee',   'SALE', { ...SALE, guarantee: 'BONDSMAN' }, 'guarantee', 'Uma venda não tem garantia de locação'],
  ['a sale with a term',        'SALE', { ...SALE, term_months: 30 }, 'term_months', 'Uma venda não tem prazo em meses'],
  ['a centavo too little',      'SALE', { ...SALE, down_payment: 5_999_999 }, 'amount', 'Faltam R$ 0,01 para somar o preço: complete o sinal, o financiamento ou as parcelas'],
  ['a centavo too much',        'SALE', { ...SALE, financed: 15_000_001 }, 'amount', 'O sinal, o financiamento e as parcelas passam do preço em R$ 0,01'],
  ['instalments of one day',    'SALE', { ...SALE, instalments: [first, { ...second, due_on: '2026-05-10' }] }, 'instalments.1.due_on', 'Cada parcela vence depois da anterior'],
  ['instalments out of order',  'SALE', { ...SALE, instalments: [second, first] }, 'instalments.1.due_on', 'Cada parcela vence depois da anterior'],
])('%s', (_, kind, terms, field, message) => {
  expect(bidFault(kind, terms)).toEqual(field && { field, message: expect.stringMatching(message?.replace('R$ ', 'R\\$\\s') ?? '') });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[BidState, CalendarDate, BidState, string]>([
  ['SENT',      '2026-03-10', 'SENT',      'its last day'],
  ['SENT',      '2026-03-09', 'EXPIRED',   'the day after'],
  ['COUNTERED', '2026-03-09', 'EXPIRED',   'the day after'],
  ['DRAFT',     '2026-03-09', 'DRAFT',     'nobody waits for an answer'],
  ['ACCEPTED',  '2026-03-09', 'ACCEPTED',  'it was answered'],
  ['DONE',      '2026-03-09', 'DONE',      'it was answered'],
])('%s until %s is %s: %s', (state, expires_on, read) => {
  expect(bidStateOn({ state, expires_on }, '2026-03-10')).toBe(read);
});

test('who must answer', () => {
  expect(['SENT', 'COUNTERED', 'DRAFT', 'ACCEPTED'].map((state) => answerer(state as BidState))).toEqual([
    'OWNER',
    'PROSPECT',
    undefined,
    undefined,
  ]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, boolean]>([
  ['2026-03-09', false], ['2026-03-10', true],
  // 21 days of March, 30, 31, 30, 31, 31: 174; six days of September.
  ['2026-09-06', true], ['2026-09-07', false],
])('an answer may be awaited until %s: %s', (day, possible) => {
  expect(isBidDay(day, '2026-03-10')).toBe(possible);
});

test('a reservation is over the day after its last', () => {
  expect([null, '2026-03-09', '2026-03-10'].map((day) => isReserved(day as CalendarDate | null, '2026-03-10'))).toEqual(
    [false, false, true],
  );
});

test('the contract that a bid leads to', () => {
  const today = '2026-03-10';
  expect(bidTerm({ start_on: '2026-04-01', term_months: 30 }, today, undefined)).toEqual({
    start: '2026-04-01',
    end: '2028-09-30',
  });
  expect(bidTerm({ start_on: null, term_months: null }, today, '2026-06-10')).toEqual({
    start: today,
    end: '2026-06-10',
  });
  expect(bidTerm({ start_on: null, term_months: null }, today, undefined)).toEqual({ start: today, end: today });
});

test('sale, pre-sale and exchange are bid for alike', () => {
  expect((['RENT', 'SALE', 'PRE_SALE', 'EXCHANGE'] as const).map(bidKind)).toEqual(['RENT', 'SALE', 'SALE', 'SALE']);
});

describe('life', () => {
  test('a draft may come to every state, and a removed one to none', () => {
    expect(bidLife.reachable('DRAFT').toSorted()).toEqual(
      bidLife.states.filter((state) => state !== 'DRAFT' || true).toSorted(),
    );
    expect(bidLife.reachable('REMOVED')).toEqual([]);
  });
});

test('the message says what is asked of each side', () => {
  const told = {
    ...({ kind: 'RENT', property: 'Rua Halfeld, 10', amount: 150_000, expires_on: '2026-03-20' } as const),
    state: 'SENT' as BidState,
  };
  const { subject, text } = bidMessage(told, 'OWNER', 'Serra Verde', 'https://serra.test/x');
  expect(subject).toBe('Proposta: Rua Halfeld, 10');
  expect(text.replaceAll('\u00a0', ' ')).toBe(
    'Recebemos uma proposta de locação do imóvel Rua Halfeld, 10.\n\nAluguel: R$ 1.500,00. Vale até 20/03/2026.\n\nVeja a proposta:\nhttps://serra.test/x\n\nSerra Verde',
  );
  expect(bidMessage({ ...told, state: 'REFUSED' }, 'PROSPECT', 'Serra Verde', 'x').text).not.toContain('Vale até');
});
