import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import {
  contractLife,
  contractStage,
  contractState,
  guaranteeWarnings,
  hasTwoGuarantees,
  isDepositAboveLimit,
  readjustmentState,
} from './contract.ts';

test('a contract is closed once', () => {
  expect(contractLife.next('APPROVED', 'close')).toBe('CLOSED');
  expect(contractLife.can('CLOSED', 'close')).toBe(false);
  expect(contractLife.can(contractStage('CLOSED', { sheet: false }), 'reopen')).toBe(false);
  expect(contractLife.can(contractStage('CLOSED', { sheet: true }), 'reopen')).toBe(true);
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

  test('of a lease that ends on that day: none', () => {
    const contract = { next_readjustment: '2026-11-26', end_date: '2026-11-26', ends_at_term: true } as const;
    expect(readjustmentState(contract, '2026-11-20').tone).toBe('plain');
    expect(readjustmentState({ ...contract, ends_at_term: false }, '2026-11-20').tone).toBe('soon');
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

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, Cents, boolean, string]>([
  [705_000, 235_000, false, 'three rents'],
  [705_001, 235_000, true,  'a centavo more'],
  [      0, 235_000, false, 'none'],
])('a deposit of %i for a rent of %i is above the limit: %s (%s)', (deposit, rent, expected) => {
  expect(isDepositAboveLimit(deposit, rent)).toBe(expected);
});

describe('legal warnings for a guarantee, with a rent of 2.350,00', () => {
  const guarantors =
    'O contrato tem fiador e outra garantia. A Lei 8.245, art. 37, proíbe mais de uma modalidade no mesmo contrato, sob pena de nulidade.';
  const deposit = guarantors.replace('fiador', 'caução');
  const limit = 'A caução passa de três aluguéis (R$ 7.050,00), o limite da Lei 8.245, art. 38, § 2º.';

  // biome-ignore format: a table of cases reads best aligned
  test.each<['SECURITY_DEPOSIT' | 'BONDSMAN' | 'BAIL_INSURANCE' | undefined, number, Cents, string[], string]>([
    ['BONDSMAN',         2,       0, [],                  'guarantors alone'],
    ['SECURITY_DEPOSIT', 0, 705_000, [],                  'a deposit of three rents'],
    ['SECURITY_DEPOSIT', 0, 705_001, [limit],             'above three rents'],
    ['SECURITY_DEPOSIT', 1, 705_000, [guarantors],        'a deposit and a guarantor'],
    ['BAIL_INSURANCE',   1,       0, [guarantors],        'an insurance and a guarantor'],
    ['BONDSMAN',         1, 235_000, [deposit],           'a guarantor and a deposit'],
    ['BAIL_INSURANCE',   1, 940_000, [guarantors, deposit, limit], 'all at once'],
    [undefined,          1, 235_000, [],                  'not chosen yet'],
  ])('%s, %i guarantors, a deposit of %i: %j (%s)', (guarantee, guarantors, deposit, expected) => {
    const warnings = guaranteeWarnings({ guarantee, guarantors, deposit, price: 235_000 });
    expect(warnings.map((warning) => warning.replaceAll('\u00a0', ' '))).toEqual(expected);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['APPROVED', '2026-11-21', false, { word: 'Em andamento', tone: 'running' }],
  ['APPROVED', '2026-11-20', true,  { word: 'Em andamento', tone: 'running' }],
  ['APPROVED', '2026-11-19', false, { word: 'Prazo indeterminado', tone: 'indefinite', needs: 'prorrogue ou encerre' }],
  ['APPROVED', '2026-11-19', true,  { word: 'Terminou há 1 dia', tone: 'late', needs: 'prorrogue ou encerre' }],
  ['APPROVED', '2026-10-21', true,  { word: 'Terminou há 30 dias', tone: 'late', needs: 'prorrogue ou encerre' }],
  ['CLOSED',   '2026-10-21', false, { word: 'Encerrado', tone: 'done' }],
] as const)('%s with its end on %s, "encerra no fim" %s, on 20/11/2026: %o', (status, end_date, ends_at_term, expected) => {
  expect(contractState({ status, end_date, ends_at_term }, '2026-11-20')).toEqual(expected);
});
