import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { restOfLastMonth } from './rest-of-month.ts';

describe('uncharged rest after an extension of a term that ended on 15/08/2026, with a rent of 3.100,00', () => {
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

  test('names its month', () => {
    expect(restOfLastMonth(contract, { end_date: '2027-08-15', ends_at_term: true }, [august])).toEqual({
      reference: '2026-09',
      description: 'Restante do aluguel de ago/2026, contrato prorrogado',
      amount: 160_000,
    });
  });
});
