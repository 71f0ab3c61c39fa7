import { expect, test } from 'vitest';
import type { PaymentTarget } from './cnab/payment.ts';
import { paymentFileName, paymentIdentifiers } from './joint-payment.ts';

const ITAU = { kind: 'ACCOUNT', bank: '341', type: 'CORRENTE', agency: '1234', account: '56789-0' } as const;
const SAVINGS: PaymentTarget = { ...ITAU, type: 'POUPANCA' };
const PIX: PaymentTarget = { kind: 'PIX', key: { kind: 'EMAIL', key: 'ana@exemplo.com.br' } };

const order = (id: number, to: PaymentTarget = ITAU, user_id = 1, document = '52998224725') => ({
  ...{ id, amount: 10_000, user_id, document, to },
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['each by itself',                   false, [order(7), order(9)],                                ['REPASSE 7', 'REPASSE 9']],
  ['one owner, one account',           true,  [order(9), order(7), order(12)],                     ['REPASSES 7', 'REPASSES 7', 'REPASSES 7']],
  ['a single transfer of an owner',    true,  [order(7)],                                          ['REPASSE 7']],
  ['two accounts of an owner',         true,  [order(7), order(8, SAVINGS), order(9, PIX)],        ['REPASSE 7', 'REPASSE 8', 'REPASSE 9']],
  ['one Pix key',                      true,  [order(7, PIX), order(8, PIX)],                      ['REPASSES 7', 'REPASSES 7']],
  ['two owners with one account',      true,  [order(7), order(8, ITAU, 2)],                       ['REPASSE 7', 'REPASSE 8']],
  ['another holder',                   true,  [order(7), order(8, ITAU, 1, '11144477735')],        ['REPASSE 7', 'REPASSE 8']],
])('%s', (_, perOwner, orders, expected) => {
  const identifiers = paymentIdentifiers(orders, perOwner);
  expect(orders.map(({ id }) => identifiers.get(id))).toEqual(expected);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ bank: 'Itaú', pix: false, amount: 1_234_567 },            'pagamentos-itau-2026-11-24-12345.67.rem'],
  [{ bank: 'Itaú', pix: true,  amount: 5 },                    'pagamentos-itau-pix-2026-11-24-0.05.rem'],
  [{ bank: 'Banco do Brasil', pix: false, amount: 100_000 },   'pagamentos-banco-do-brasil-2026-11-24-1000.00.rem'],
  [{ bank: null, pix: false, amount: 100_010 },                'pagamentos-2026-11-24-1000.10.rem'],
])('%j is named %s', (of, expected) => {
  expect(paymentFileName({ ...of, pay_on: '2026-11-24', extension: 'rem' })).toBe(expected);
});
