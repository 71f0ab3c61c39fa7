import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, lastDay, monthsBetween, referenceOf } from '../base/calendar.ts';
import { defaultNewEnd, extensionBounds, extensionChanges, isExtension } from './extension.ts';

describe('the default new end on 20/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, string]>([
    ['2026-12-10', '2027-12-10', 'a year on'],
    ['2027-05-31', '2028-05-31', 'from the end of a month to the end of it'],
    ['2027-02-28', '2028-02-29', 'the end of February is the 29th in a leap year'],
    ['2028-02-28', '2029-02-28', 'the 28th of a leap year is not the end'],
    ['2028-02-29', '2029-02-28', 'the 29th goes to the end of February'],
    ['2026-11-19', '2027-11-19', 'ended yesterday'],
    ['2025-11-20', '2027-11-20', 'a year on would be today'],
    ['2023-06-30', '2027-06-30', 'the term ran out years ago'],
  ])('of %s: %s (%s)', (end, expected) => {
    expect(defaultNewEnd(end, '2026-11-20')).toBe(expected);
  });

  test('whole years later, after today, on the same day or the end of the month', () => {
    const day = fc.nat(20_000).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(day, day, (end, today) => {
        const offered = defaultNewEnd(end, today);
        expect(offered > today && offered > end).toBe(true);
        expect(monthsBetween(referenceOf(end), referenceOf(offered)) % 12).toBe(0);
        expect(offered === lastDay(referenceOf(offered)) || offered.slice(8) === end.slice(8)).toBe(true);
      }),
    );
  });
});

describe('allowed new ends after 31/05/2027', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, boolean, string]>([
    ['2027-05-30', false, 'before it'],
    ['2027-05-31', false, 'the same day extends nothing'],
    ['2027-06-01', true,  'a day more'],
    ['2037-05-31', true,  'ten years'],
    ['2037-06-01', false, 'more than ten years'],
  ])('%s is %s (%s)', (end, expected) => {
    expect(isExtension('2027-05-31', end)).toBe(expected);
  });

  test('bounds of the field', () => {
    expect(extensionBounds('2027-05-31')).toEqual({ from: '2027-06-01', to: '2037-05-31' });
  });
});

describe('changes of an extension', () => {
  const contract = { end_date: '2027-05-31', current_price: 235_000, next_readjustment: '2026-11-20' } as const;
  const told = (changes: ReturnType<typeof extensionChanges>) =>
    changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`.replaceAll('\u00a0', ' '));

  test('the term alone', () => {
    expect(told(extensionChanges(contract, { end_date: '2028-05-31' }))).toEqual(['Término: 31/05/2027 → 31/05/2028']);
  });

  test('with a readjustment', () => {
    const readjustment = { after: 242_873, next_readjustment: '2027-11-20' } as const;
    expect(told(extensionChanges(contract, { end_date: '2028-05-31', readjustment }))).toEqual([
      'Término: 31/05/2027 → 31/05/2028',
      'Valor atual: R$ 2.350,00 → R$ 2.428,73',
      'Próximo reajuste: 20/11/2026 → 20/11/2027',
    ]);
  });

  test('with a readjustment that keeps the rent', () => {
    const readjustment = { after: 235_000, next_readjustment: '2027-11-20' } as const;
    expect(told(extensionChanges(contract, { end_date: '2028-05-31', readjustment }))).toEqual([
      'Término: 31/05/2027 → 31/05/2028',
      'Próximo reajuste: 20/11/2026 → 20/11/2027',
    ]);
  });
});
