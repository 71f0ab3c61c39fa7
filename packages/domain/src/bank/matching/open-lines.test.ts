import { expect, test } from 'vitest';
import type { BankEntry } from '../bank-entry.ts';
import type { Judged } from './matching.ts';
import { openLines } from './open-lines.ts';

const entry = (overrides: Partial<BankEntry> = {}): BankEntry => ({
  ...{ line: 2, label: '00000001', occurrence: null, kind: 'SETTLED', numbers: ['00000001'], digitable_line: null },
  ...{ account: { bank: '341', agency: '0057', account: '12345' }, pix_invoice: null, mark: null, amount: 150_000 },
  ...{ paid_amount: 150_000, due_date: null, paid_on: '2026-11-05', credited_on: null, fine_and_interest: 0 },
  ...{ discount: 0, fee: 0, problem: null, row: null, assigned: null },
  ...overrides,
});

const judged = (overrides: Partial<Judged> = {}, line: Partial<BankEntry> = {}): Judged => ({
  ...{ entry: entry(line), pile: 'UNMATCHED', found: null, payment: null, method: 'BOLETO', fingerprint: null },
  ...{ reason: 'Sem dono', printed: false, payable: false, settled: false, repeated: false, rest: 0 },
  ...{ names: [], plain: null, told_of: null },
  ...overrides,
});

const row = { amounts: [150_000], days: [], told: {} };

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['of no invoice',                          judged(),                                                              true],
  ['settled by this file',                   judged({ settled: true }),                                             false],
  ['settled by another file',                judged({ repeated: true }),                                            false],
  ['a line of a report that is not paid',    judged({}, { row, problem: 'A linha diz “em aberto”' }),                false],
  ['unreadable',                             judged({}, { problem: 'Ilegível', paid_amount: null, paid_on: null }), true],
  ['of zero',                                judged({}, { paid_amount: 0 }),                                        false],
] as const)('a line %s waits: %s', (_, line, expected) => {
  expect(openLines([line], [])).toHaveLength(expected ? 1 : 0);
});

test('an open line is identified by its boleto, else by its number and account', () => {
  const plain = 'title 341 0057 12345 00000001 2026-11-05 150000';
  expect(
    openLines([judged({ plain }), judged({ fingerprint: 'boleto 7 2026-11-05 150000', plain })], []),
  ).toMatchObject([
    { fingerprint: plain, plain },
    { fingerprint: 'boleto 7 2026-11-05 150000', plain },
  ]);
  expect(openLines([judged({}, { paid_on: null })], [])).toMatchObject([{ fingerprint: null, plain: null }]);
});

const found = (doubt: string | null) =>
  judged({ found: { invoice: { id: 7 }, boleto: null, by: 'Pix', doubt } as NonNullable<Judged['found']> });

test('an open line names the invoice that it surely pays, and none that was guessed', () => {
  expect(openLines([found(null), found('Encontrado só pelo valor'), judged()], [])).toMatchObject([
    { invoice_id: 7 },
    { invoice_id: null },
    { invoice_id: null },
  ]);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['what the run met',           [{ line: 2, reason: 'Falta o dono' }], 'Sem dono', 'Falta o dono'],
  ['what the rules say',         [{ line: 3, reason: 'Falta o dono' }], 'Sem dono', 'Sem dono'],
  ['that it was not chosen',     [],                                    null,       'Ficou de fora da baixa do arquivo'],
])('says %s', (_, failures, reason, expected) => {
  expect(openLines([judged({ reason })], failures)).toMatchObject([{ reason: expected }]);
});
