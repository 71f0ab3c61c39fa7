import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { pixAmount, pixChargeBody, pixChargeTerms, readPixAmount, txidOfCharge } from './pix-charge.ts';

const invoice = {
  due_date: '2026-11-05' as CalendarDate,
  price: 250_000,
  fees: 31_130,
  lines: [
    { kind: 'RENT' as const, name: 'Aluguel', amount: 250_000 },
    { kind: 'FEE' as const, name: 'Condomínio', amount: 31_130 },
  ],
};
const plain = { fromBusinessDay: false };

describe('the charge of an invoice of 2.811,30 due on Thursday 05/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, Cents, number, string]>([
    // today       due           amount   valid
    ['2026-10-20', '2026-11-05', 281_130, 4, 'before it is due'],
    ['2026-11-05', '2026-11-05', 281_130, 4, 'on its day'],
    ['2026-11-06', '2026-11-06', 281_130, 3, 'the first day late: a charge made now can not fall due yesterday'],
    ['2026-11-09', '2026-11-09', 281_130, 0, 'the fourth day late owes nothing more'],
    ['2026-11-10', '2026-11-10', 309_243, 0, 'the fifth: fine of 10%, 281,13'],
    ['2026-11-11', '2026-11-11', 309_327, 0, 'and one day of 0,03%, 0,84339'],
    ['2026-12-15', '2026-12-15', 312_195, 0, 'day 40: and 35 days, 29,51865'],
  ])('on %s: due %s, %i, valid for %i more days: %s', (today, due_date, amount, valid_days) => {
    expect(pixChargeTerms(invoice, today, plain)).toEqual({ due_date, amount, valid_days });
  });

  test('due on a Saturday: the days count from Monday where the agency says so', () => {
    const saturday = { ...invoice, due_date: '2026-11-07' as CalendarDate };
    expect(pixChargeTerms(saturday, '2026-11-12', { fromBusinessDay: true })).toEqual({
      ...{ due_date: '2026-11-12', amount: 281_130, valid_days: 1 },
    });
    expect(pixChargeTerms(saturday, '2026-11-12', plain)?.amount).toBe(309_243);
  });

  test('nothing to collect has no charge', () => {
    expect(pixChargeTerms({ ...invoice, price: 0, fees: 0, lines: [] }, '2026-11-01', plain)).toBeUndefined();
  });
});

test('a txid has the form of the standard and names the invoice', () => {
  const txid = txidOfCharge(4_021, 'a1B2c3D4e5F6g7H8i9J0');
  expect(txid).toBe('F000000004021a1B2c3D4e5F6g7H8i9');
  expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  expect(() => txidOfCharge(1, 'short')).toThrow(RangeError);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, string]>([[1, '0.01'], [10, '0.10'], [281_130, '2811.30'], [999_999_999_999, '9999999999.99']])(
  'the API writes %i centavos as %s',
  (amount, text) => {
    expect(pixAmount(amount)).toBe(text);
    expect(readPixAmount(text)).toBe(amount);
  },
);

test.each(['1,00', '1.0', '-1.00', '12345678901.00', ''])('%o is no amount of the API', (text) => {
  expect(readPixAmount(text)).toBeUndefined();
});

describe('the body of a charge', () => {
  const terms = { due_date: '2026-11-05' as CalendarDate, amount: 281_130, valid_days: 4 };

  test('of a person', () => {
    const payer = { name: 'Ana Prado', document: '11144477735' };
    expect(pixChargeBody({ terms, payer, pix_key: 'pix@serra.example', month: 'outubro de 2026' })).toEqual({
      calendario: { dataDeVencimento: '2026-11-05', validadeAposVencimento: 4 },
      devedor: { cpf: '11144477735', nome: 'Ana Prado' },
      valor: { original: '2811.30' },
      chave: 'pix@serra.example',
      solicitacaoPagador: 'Aluguel de outubro de 2026, vence em 05/11/2026',
    });
  });

  test('of a company, whose number may hold letters', () => {
    const payer = { name: 'Padaria', document: '12ABC34501DE35' };
    const { devedor } = pixChargeBody({ terms, payer, pix_key: 'k', month: 'outubro de 2026' });
    expect(devedor).toEqual({ cnpj: '12ABC34501DE35', nome: 'Padaria' });
  });
});
