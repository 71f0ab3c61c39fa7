import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../base/calendar.ts';
import { entryWords, rentByPeriod, type TrailEntry, valuesOn } from './history.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** Signed in 2024 at 2.200,00, readjusted each November, extended in October 2026. */
const present = {
  current_price: 242_873,
  start_date: '2024-11-20',
  end_date: '2028-05-31',
  guarantee: 'BONDSMAN',
} as const;
const trail: TrailEntry[] = [
  { at: '2025-03-02', changes: { guarantee: ['OTHER', 'BONDSMAN'] } },
  { at: '2025-11-20', changes: { current_price: [220_000, 235_000], next_readjustment: ['2025-11-20', '2026-11-20'] } },
  { at: '2026-10-05', changes: { end_date: ['2027-05-31', '2028-05-31'] } },
  { at: '2026-11-18', changes: { current_price: [235_000, 240_000] } },
  { at: '2026-11-18', changes: { current_price: [240_000, 242_873] } },
];

describe('como era em', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, CalendarDate, string, string]>([
    ['2024-11-20', 220_000, '2027-05-31', 'OTHER',    'the day it started'],
    ['2025-03-01', 220_000, '2027-05-31', 'OTHER',    'the day before a change'],
    ['2025-03-02', 220_000, '2027-05-31', 'BONDSMAN', 'the day of a change, at its end'],
    ['2025-11-19', 220_000, '2027-05-31', 'BONDSMAN', 'before the first readjustment'],
    ['2025-11-20', 235_000, '2027-05-31', 'BONDSMAN', 'after it'],
    ['2026-10-05', 235_000, '2028-05-31', 'BONDSMAN', 'extended'],
    ['2026-11-17', 235_000, '2028-05-31', 'BONDSMAN', 'before the second'],
    ['2026-11-18', 242_873, '2028-05-31', 'BONDSMAN', 'twice on a day: the last'],
    ['2026-11-20', 242_873, '2028-05-31', 'BONDSMAN', 'today'],
  ])('%s: rent %i, until %s, %s (%s)', (day, current_price, end_date, guarantee) => {
    expect(valuesOn(present, trail, day)).toEqual({ current_price, start_date: '2024-11-20', end_date, guarantee });
  });

  test('each day shows the values last set, for any changes', () => {
    const change = fc.record({
      day: fc.nat(400),
      field: fc.constantFrom('a', 'b', 'c'),
      value: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(change), fc.nat(420), (made, asked) => {
        const inOrder = made.toSorted((one, other) => one.day - other.day);
        const state: Record<string, unknown> = { a: 0, b: 0, c: 0 };
        let atTheTime = { ...state };
        const entries = inOrder.map(({ day, field, value }): TrailEntry => {
          const entry = { at: addDays('2026-01-01', day), changes: { [field]: [state[field], value] as const } };
          state[field] = value;
          if (day <= asked) atTheTime = { ...state };
          return entry;
        });
        expect(valuesOn(state, entries, addDays('2026-01-01', asked))).toEqual(atTheTime);
      }),
    );
  });
});

describe('the rent by period', () => {
  test('starts on the day each rent was set', () => {
    expect(rentByPeriod(present, trail)).toEqual([
      { from: '2024-11-20', until: '2025-11-19', rent: 220_000 },
      { from: '2025-11-20', until: '2026-11-17', rent: 235_000 },
      { from: '2026-11-18', until: null, rent: 242_873 },
    ]);
  });

  test('never changed', () => {
    expect(rentByPeriod(present, [])).toEqual([{ from: '2024-11-20', until: null, rent: 242_873 }]);
  });

  test('corrections before the start and same-day reversals are ignored', () => {
    const changes = (before: number, after: number) => ({ current_price: [before, after] as const });
    expect(
      rentByPeriod(present, [
        { at: '2024-11-01', changes: changes(200_000, 242_873) },
        { at: '2025-11-20', changes: changes(242_873, 260_000) },
        { at: '2025-11-20', changes: changes(260_000, 242_873) },
      ]),
    ).toEqual([{ from: '2024-11-20', until: null, rent: 242_873 }]);
  });
});

test('an entry in words, with fields of the contract only', () => {
  const told = entryWords({
    at: '2026-11-18',
    changes: {
      current_price: [235_000, 242_873],
      commission: [1_000, 850],
      with_commission: [true, false],
      transfer_date: [5, 10],
      end_date: ['2027-05-31', '2028-05-31'],
      guarantee: ['OTHER', 'SECURITY_DEPOSIT'],
      bank_cpf: ['52998224725', '12ABC34501DE35'],
      bank_pix: [null, 'ana@exemplo.com.br'],
      bank_obs: ['Conta conjunta', ''],
      user_id: [1, 2],
    },
  });
  expect(told.map(({ label, before, after }) => plain(`${label}: ${before} → ${after}`))).toEqual([
    'Valor atual: R$ 2.350,00 → R$ 2.428,73',
    'Taxa de administração: 10% → 8,5%',
    'Recebe comissão: Sim → Não',
    'Dia do pagamento: 5 → 10',
    'Término: 31/05/2027 → 31/05/2028',
    'Tipo de garantia: Outro → Caução',
    'CPF/CNPJ do titular: 529.982.247-25 → 12.ABC.345/01DE-35',
    'Chave Pix: — → ana@exemplo.com.br',
    'Observação: Conta conjunta → —',
  ]);
});
