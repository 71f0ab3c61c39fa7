import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar.ts';
import { contractLife, hasTwoGuarantees, readjustmentState } from './contract.ts';

test('a contract is closed once', () => {
  expect(contractLife.next('APPROVED', 'close')).toBe('CLOSED');
  expect(contractLife.can('CLOSED', 'close')).toBe(false);
});

describe('the readjustment on 20/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate | null, boolean, boolean, string, string, string]>([
    // next       renewed delayed
    ['2026-11-19', false, false, 'Contrato não foi reajustado!',    'late',  'passed yesterday'],
    ['2025-11-20', false, false, 'Contrato não foi reajustado!',    'late',  'passed a year ago'],
    ['2026-11-20', true,  true,  'Contrato em período de reajuste!', 'soon', 'today'],
    ['2026-11-26', true,  true,  'Contrato em período de reajuste!', 'soon', 'in 6 days'],
    ['2026-12-20', true,  true,  'Contrato em período de reajuste!', 'soon', 'in 30 days'],
    ['2026-12-21', true,  false, 'Contrato em dia.',                'plain', 'in 31 days'],
    [null,         true,  false, 'Contrato em dia.',                'plain', 'a sale is never readjusted'],
  ])('next on %s: renewed %s, delayed %s, %s (%s: %s)', (next_readjustment, renewed, delayed, text, tone) => {
    expect(readjustmentState({ next_readjustment }, '2026-11-20')).toEqual({ renewed, delayed, text, tone });
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  // guarantee       guarantors  two
  ['BONDSMAN',        2,         false, 'guarantors are the guarantee'],
  ['BONDSMAN',        0,         false, 'none yet'],
  ['SECURITY_DEPOSIT', 0,        false, 'a deposit alone'],
  ['BAIL_INSURANCE',  1,         true,  'an insurance and a guarantor'],
  [undefined,         1,         false, 'not chosen yet'],
] as const)('%s with %i guarantors: two guarantees is %s (%s)', (guarantee, guarantors, two, _) => {
  expect(hasTwoGuarantees(guarantee, guarantors)).toBe(two);
});
