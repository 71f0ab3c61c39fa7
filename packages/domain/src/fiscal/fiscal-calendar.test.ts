import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { type FiscalRule, fiscalDates } from './fiscal-calendar.ts';

const DIMOB = { name: 'DIMOB', who: 'Imobiliária', rule: { kind: 'LAST_BUSINESS_DAY_OF_MONTH', month: 2 } } as const;
const DARF = {
  name: 'DARF 3208',
  who: 'Inquilino empresa',
  rule: { kind: 'DAY_OR_EARLIER_BUSINESS_DAY', day: 20 },
} as const;
const CARNE = { name: 'Carnê-leão', who: 'Proprietário', rule: { kind: 'LAST_BUSINESS_DAY_OF_MONTH' } } as const;
const NFSE = {
  name: 'NFS-e de locação',
  who: 'Proprietário contribuinte',
  rule: { kind: 'ON', date: '2026-12-01' },
} as const;

test('the agency’s dates from November 2026 to February 2027', () => {
  const dates = fiscalDates([DIMOB, DARF, CARNE, NFSE], '2026-11-20', '2027-02-28');
  expect(dates.map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2026-11-30 Carnê-leão',
    '2026-12-01 NFS-e de locação',
    '2026-12-18 DARF 3208', // 20 December is a Sunday
    '2026-12-31 Carnê-leão',
    '2027-01-20 DARF 3208',
    '2027-01-29 Carnê-leão', // the 31st is a Sunday
    '2027-02-19 DARF 3208', // the 20th is a Saturday
    '2027-02-26 DIMOB',
    '2027-02-26 Carnê-leão',
  ]);
  expect(dates[0]).toEqual({ date: '2026-11-30', name: 'Carnê-leão', who: 'Proprietário' });
});

describe('one rule in one year', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[FiscalRule, CalendarDate, CalendarDate, CalendarDate[], string]>([
    [{ kind: 'LAST_BUSINESS_DAY_OF_MONTH', month: 2 }, '2027-02-26', '2028-02-29', ['2027-02-26', '2028-02-25'],
      'the first day counts; in 2028 Carnival takes the last two days'],
    [{ kind: 'DAY_OR_EARLIER_BUSINESS_DAY', day: 20 }, '2026-11-01', '2026-11-30', ['2026-11-19'],
      '20 November is a holiday'],
    [{ kind: 'DAY_OR_EARLIER_BUSINESS_DAY', day: 31, month: 4 }, '2026-01-01', '2026-12-31', ['2026-04-30'],
      'a month without the day has its last'],
    [{ kind: 'DAY_OR_EARLIER_BUSINESS_DAY', day: 1 }, '2026-12-15', '2026-12-31', ['2026-12-31'],
      'New Year’s obligation falls into the year before'],
    [{ kind: 'ON', date: '2026-12-01' }, '2026-12-02', '2027-12-31', [], 'a date that has passed'],
  ])('%j from %s to %s: %j (%s)', (rule, from, to, expected) => {
    expect(fiscalDates([{ name: '', who: '', rule }], from, to).map(({ date }) => date)).toEqual(expected);
  });
});
