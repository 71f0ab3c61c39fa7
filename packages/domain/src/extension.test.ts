import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, lastDay, monthsBetween, referenceOf } from './calendar.ts';
import { defaultNewEnd, extensionBounds, extensionChanges, isExtension, restOfLastMonth } from './extension.ts';

describe('the new end that is offered on 20/11/2026', () => {
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

describe('ends that may be chosen after 31/05/2027', () => {
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

describe('what changes', () => {
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

describe('what an extension leaves uncharged of a term that ended on 15/08/2026, of a rent of 3.100,00', () => {
  const contract = {
    start_date: '2024-08-16',
    end_date: '2026-08-15',
    current_price: 310_000,
    discount: 0,
    prorate: true,
    last_month_by_days: true,
  } as const;
  const august = { reference: '2026-09', price: 150_000 };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<Parameters<typeof restOfLastMonth>[0]>, CalendarDate, { reference: string; price: number }[], number | undefined]>([
    ['16 of 31 days',                        {},                        '2027-08-15', [august],                      160_000],
    ['an open balance stands beside August', {},                        '2027-08-15', [{ ...august, price: 30_000 }, august], 160_000],
    ['five days more: 20 of 31 less 15',     {},                        '2026-08-20', [august],                       50_000],
    ['the discount is off',                  { discount: 31_000 },      '2027-08-15', [{ ...august, price: 135_000 }], 144_000],
    ['never above the rent of the month',    { current_price: 279_000 },'2027-08-15', [august],                      129_000],
    ['August is not issued yet',             {},                        '2027-08-15', [],                            undefined],
    ['whole months are charged',             { prorate: false },        '2027-08-15', [{ ...august, price: 310_000 }], undefined],
    ['the term ended with the month',        { end_date: '2026-08-31' },'2027-08-31', [{ ...august, price: 310_000 }], undefined],
    ['charged whole by hand',                {},                        '2027-08-15', [{ ...august, price: 310_000 }], undefined],
    ['the lease ran on: August was charged whole, the rent rose since', { last_month_by_days: false, current_price: 341_000 }, '2027-08-15', [{ ...august, price: 310_000 }], undefined],
    ['an earlier end',                       {},                        '2026-08-10', [august],                      undefined],
  ])('%s', (_, changes, end, invoices, amount) => {
    expect(restOfLastMonth({ ...contract, ...changes }, { end_date: end, ends_at_term: true }, invoices)?.amount).toBe(amount);
  });

  test('the rest of August once the lease runs on past the same end', () => {
    expect(restOfLastMonth(contract, { end_date: '2026-08-15', ends_at_term: false }, [august])?.amount).toBe(160_000);
  });

  test('says which month it is of', () => {
    expect(restOfLastMonth(contract, { end_date: '2027-08-15', ends_at_term: true }, [august])).toEqual({
      reference: '2026-09',
      description: 'Restante do aluguel de ago/2026, contrato prorrogado',
      amount: 160_000,
    });
  });
});
