import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StatementEntry, statementOf, statementRule, statementTitle } from './statement.ts';

const event = (amount: number) =>
  ({ date: '2026-03-10', amount, lines: [{ kind: 'RENT', name: 'Aluguel', amount }] }) as const;

test('each event has the balance after it', () => {
  // 500,00 of before; 1.350,00 of rent; paid 1.850,00; 200,00 deducted.
  const { events, ...figures } = statementOf(50_000, [event(135_000), event(-185_000), event(-20_000)]);
  expect(events.map(({ balance }) => balance)).toEqual([185_000, 0, -20_000]);
  expect(figures).toMatchObject({ opening: 50_000, credits: 135_000, debits: 205_000, closing: -20_000 });
});

test('no events', () => {
  const income = { gross: 0, fee: 0, others: 0, net: 0 };
  expect(statementOf(-100, [])).toEqual({ opening: -100, events: [], credits: 0, debits: 0, closing: -100, income });
});

test('rents come to gross, fee, others and net; a reversal takes its lines back, and payments are no income', () => {
  const lines = (...pairs: [string, number][]) => pairs.map(([kind, amount]) => ({ kind, name: kind, amount }));
  const of = (...pairs: [string, number][]) => ({
    date: '2026-03-10' as const,
    amount: pairs.reduce((sum, [, amount]) => sum + amount, 0),
    lines: lines(...pairs),
  });
  // 1.500,00 of rent and 20,00 of late charges; 150,00 of fee; 80,00 of repairs; 645,00 of the other owner.
  const received = of(
    ['RENT', 150_000],
    ['LATE', 2_000],
    ['ADMIN_FEE', -15_000],
    ['EXTRA', -8_000],
    ['SHARE', -64_500],
  );
  const payout = of(['PAYOUT', -64_500]);
  expect(statementOf(0, [received, payout]).income).toEqual({
    gross: 152_000,
    fee: 15_000,
    others: -72_500,
    net: 64_500,
  });
  const reversal = of(['RENT', -150_000], ['LATE', -2_000], ['ADMIN_FEE', 15_000], ['EXTRA', 8_000], ['SHARE', 64_500]);
  expect(statementOf(0, [received, payout, reversal]).income).toEqual({ gross: 0, fee: 0, others: 0, net: 0 });
});

test('opening + credits − debits = closing, and the last balance is the closing one', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1 }), (opening, amounts) => {
      const { events, credits, debits, closing } = statementOf(opening, amounts.map(event));
      expect(opening + credits - debits).toBe(closing);
      expect(events.at(-1)?.balance).toBe(closing);
    }),
  );
});

const RECEIVED = { kind: 'SETTLEMENT', amount: 100, to_tenant: false, reversal: false } as const;
const PAID = { ...RECEIVED, kind: 'PAYOUT', amount: -100 } as const;

// biome-ignore format: a table of cases reads best aligned
test.each<[StatementEntry, string]>([
  [RECEIVED,                                                  'Aluguel recebido'],
  [{ ...RECEIVED, amount: -100, reversal: true },             'Estorno: aluguel recebido'],
  [{ ...RECEIVED, kind: 'MANUAL_TRANSFER' },                  'Repasse manual'],
  [{ ...RECEIVED, kind: 'REFUND', to_tenant: true },          'Devolução ao inquilino'],
  [{ ...RECEIVED, kind: 'REFUND', amount: -100 },             'Devolução ao inquilino'],
  [PAID,                                                      'Repasse efetuado'],
  [{ ...PAID, amount: 100, reversal: true },                  'Estorno: repasse efetuado'],
  [{ ...PAID, to_tenant: true },                              'Devolução paga'],
  [{ ...PAID, amount: 100 },                                  'Recebido do proprietário'],
  [{ ...PAID, reversal: true },                               'Estorno: recebido do proprietário'],
])('%o: %s', (entry, expected) => {
  expect(statementTitle(entry)).toBe(expected);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[StatementEntry, RegExp]>([
  [RECEIVED,                                                  /^Do aluguel que o inquilino pagou saem a taxa/],
  [{ ...RECEIVED, amount: -100 },                             /^Do aluguel que o inquilino pagou saem a taxa/],
  [{ ...RECEIVED, amount: -100, reversal: true },             /foi desfeito/],
  [{ ...RECEIVED, kind: 'MANUAL_TRANSFER' },                  /lançado à mão/],
  [{ ...RECEIVED, kind: 'REFUND', to_tenant: true },          /sobrou para o inquilino/],
  [{ ...RECEIVED, kind: 'REFUND', amount: -100 },             /Sai dos próximos repasses/],
  [PAID,                                                      /pagou ao proprietário sai/],
  [{ ...PAID, to_tenant: true },                              /pagou ao inquilino sai/],
  [{ ...PAID, amount: 100 },                                  /cobre o saldo negativo/],
  [{ ...PAID, amount: 100, reversal: true },                  /foi desfeito/],
])('%o, because %s', (entry, expected) => {
  expect(statementRule(entry)).toMatch(expected);
});
