import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PixKey, readPixKey } from '../pix/pix-key.ts';
import {
  accountParts,
  agencyParts,
  type PaidAccount,
  type PayingAccount,
  type Payment,
  type PaymentOrder,
  paymentForm,
  paymentProblems,
} from './payment.ts';
import { hasPayments, writePayments } from './payment-file.ts';

const FROM: Record<'001' | '341', PayingAccount> = {
  '001': {
    bank: '001',
    agency: '3344',
    agency_digit: '8',
    account: '1111',
    account_digit: 'X',
    agreement: '712105',
  },
  '341': { bank: '341', agency: '7307', agency_digit: '', account: '14446', account_digit: '4', agreement: '' },
};

const company = {
  name: 'Morada Imóveis Ltda.',
  document: '11222333000181',
  address: {
    street: 'Rua dos Ingleses',
    number: '586',
    complement: 'sala 2',
    city: 'São Paulo',
    state: 'SP',
    cep: '01329000',
  },
};

const ACCOUNT: PaidAccount = { kind: 'ACCOUNT', bank: '260', type: 'CORRENTE', agency: '0001', account: '381967-3' };

const payment: Payment = {
  identifier: 'REPASSE 42',
  pay_on: '2026-11-12',
  amount: 33_605,
  payee: { name: 'João da Conceição', document: '52998224725' },
  target: ACCOUNT,
};

const keyOf = (text: string): PixKey => {
  const key = readPixKey(text);
  if (!key) throw new Error(text);
  return key;
};
const byPix = (text: string): Payment => ({ ...payment, target: { kind: 'PIX', key: keyOf(text) } });

const orderOf = (bank: '001' | '341', payments: readonly Payment[]): PaymentOrder => ({
  from: FROM[bank],
  company,
  created_on: '2026-11-11',
  created_at: '131100',
  sequence: 36,
  payments,
});

/** Each file's lines, all of them 240 columns of plain characters. */
function files(bank: '001' | '341', payments: readonly Payment[]): string[][] {
  return writePayments(orderOf(bank, payments)).map((file) => {
    expect(file).toMatch(/^([ -~]{240}\r\n)+$/);
    return file.split('\r\n').slice(0, -1);
  });
}

/** A text and its first column, counted from 1 as in the manuals. */
type Cell = [from: number, text: string];
function expectCells(line: string | undefined, cells: readonly Cell[]) {
  expect(cells.map(([from, text]) => [from, line?.slice(from - 1, from - 1 + text.length)])).toEqual(cells);
}

describe('Itaú', () => {
  test('a TED: one record in a lot of its own', () => {
    const [lines = []] = files('341', [payment]);
    expect(lines).toHaveLength(5);
    const [header, lot, a, lotEnd, fileEnd] = lines;
    expectCells(header, [
      [1, '34100000      080211222333000181                    07307 000000014446 4MORADA IMOVEIS LTDA.          '],
      [103, 'BANCO ITAU SA                           11111202613110000000000000000   '],
    ]);
    expectCells(lot, [
      [1, '34100011C9841040 211222333000181                    07307 000000014446 4MORADA IMOVEIS LTDA.          '],
      [143, 'RUA DOS INGLESES              00586SALA 2         SAO PAULO           01329000SP  '],
    ]);
    // The payee's columns are those of a public file that Itaú accepted.
    expectCells(a, [
      [1, '3410001300001A00001826000001 000000381967 3JOAO DA CONCEICAO             REPASSE 42          12112026REA'],
      [105, '000000000000000000000000033605                    00000000000000000000000'],
      [178, '                    00000000052998224725  00010     0          '],
    ]);
    expectCells(lotEnd, [[1, '34100015         000003000000000000033605000000000000000000 ']]);
    expectCells(fileEnd, [[1, '34199999         000001000005 ']]);
  });

  test('a credit at the bank itself', () => {
    const own: Payment = { ...payment, target: { ...ACCOUNT, bank: '341', agency: '3741', account: '02115-2' } };
    const [[, lot, a] = []] = files('341', [own]);
    expectCells(lot, [[1, '34100011C9801040']]);
    expectCells(a, [
      [15, '00000034103741 000000002115 2JOAO'],
      [218, '            0'],
    ]);
  });

  test('a Pix by key: two records of one number, in a file that has nothing else', () => {
    const both = files('341', [payment, byPix('joao.conceicao@exemplo.com.br'), byPix('52998224725')]);
    expect(both.map((lines) => lines.length)).toEqual([8, 5]);
    const [[, lot, a, b, a2, b2, lotEnd, fileEnd] = []] = both;
    expectCells(lot, [[1, '34100011C9845040']]);
    expectCells(a, [
      [1, '3410001300001A000009000                    JOAO DA CONCEICAO'],
      [102, 'REA000000000400000000000000033605'],
      [204, '00052998224725       '],
    ]);
    expectCells(b, [
      [1, '3410001300001B02 100052998224725    '],
      [128, `${'joao.conceicao@exemplo.com.br'.padEnd(100)}   `],
    ]);
    expectCells(a2, [[9, '00002A']]);
    expectCells(b2, [
      [9, '00002B03 1'],
      [128, '52998224725   '],
    ]);
    expectCells(lotEnd, [[18, '000006000000000000067210']]);
    expectCells(fileEnd, [[18, '000001000008']]);
  });
});

describe('Banco do Brasil', () => {
  test('TED, credit and Pix: a lot each, two records a payment', () => {
    const credit: Payment = {
      ...payment,
      identifier: 'REPASSE 43',
      amount: 100,
      target: { ...ACCOUNT, bank: '001', agency: '1234-5', account: '98765-X' },
    };
    const [lines = []] = files('001', [payment, credit, payment, byPix('+55 11 98765-4321')]);
    expect(lines.map((line) => line.slice(3, 14))).toEqual([
      '00000      ',
      ...['00011C98410', '0001300001A', '0001300002B', '0001300003A', '0001300004B', '00015      '],
      ...['00021C98010', '0002300001A', '0002300002B', '00025      '],
      ...['00031C98450', '0003300001A', '0003300002B', '00035      '],
      '99999      ',
    ]);
    const [header, lot, a, b] = lines;
    expectCells(header, [
      [1, '00100000         2112223330001810007121050126       033448000000001111X MORADA IMOVEIS LTDA.          '],
      [103, 'BANCO DO BRASIL                         11111202613110000003610300000   '],
    ]);
    expectCells(lot, [
      [1, '00100011C9841046 2112223330001810007121050126       033448000000001111X MORADA IMOVEIS LTDA.          '],
      [143, 'RUA DOS INGLESES              00586SALA 2         SAO PAULO           01329000SP01      '],
    ]);
    expectCells(a, [
      [1, '0010001300001A00001826000001 0000003819673 JOAO DA CONCEICAO             REPASSE 42          12112026BRL'],
      [105, '000000000000000000000000033605                    00000000000000000000000'],
      [178, `${' '.repeat(42)}00010     0          `],
    ]);
    expectCells(b, [
      [1, '0010001300002B   100052998224725                              00000     '],
      [118, `00000000  12112026000000000033605${'0'.repeat(60)}               000000000000000`],
    ]);
    expectCells(lines[8], [
      [18, '000001012345000000098765X JOAO'],
      [220, '          0'],
    ]);
    expectCells(lines[12], [[18, '00900000000 000000000000  JOAO']]);
    expectCells(lines[13], [
      [14, 'B01 100052998224725     '],
      [128, `${'+5511987654321'.padEnd(99)}00000000000000`],
    ]);
    expectCells(lines[6], [[18, '000006000000000000067210000000000000000000000000 ']]);
    expectCells(lines.at(-1), [[18, '000003000016000000 ']]);
  });
});

describe('form of payment', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<PaidAccount>, string, string]>([
    ['341', { bank: '260' },                    '52998224725',    '41'],
    ['341', { bank: '260', type: 'POUPANCA' },  '52998224725',    '41'],
    ['341', { bank: '260' },                    '11222333000181', '43'],
    ['341', { bank: '341' },                    '52998224725',    '01'],
    ['341', { bank: '341' },                    '11222333000181', '06'],
    ['341', { bank: '341', type: 'POUPANCA' },  '52998224725',    '05'],
    ['001', { bank: '001' },                    '11222333000181', '01'],
    ['001', { bank: '001', type: 'POUPANCA' },  '52998224725',    '05'],
    ['001', { bank: '341' },                    '52998224725',    '41'],
  ])('from %s to %j of %s: %s', (from, target, document, form) => {
    const paid = { ...payment, payee: { ...payment.payee, document }, target: { ...ACCOUNT, ...target } };
    expect(paymentForm(from, company.document, paid)).toBe(form);
  });

  test('by Pix wherever there is a key', () => {
    expect(paymentForm('341', company.document, byPix('52998224725'))).toBe('45');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['1234-5', { number: '1234', digit: '5' }],
    ['1234',   { number: '1234', digit: '' }],
    ['0057 ',  { number: '0057', digit: '' }],
    ['1234-x', { number: '1234', digit: 'X' }],
  ])('agency %j', (agency, parts) => {
    expect(agencyParts({ agency })).toEqual(parts);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<PaidAccount>, { number: string; digit: string }]>([
    [{ account: '12345-6' },                                   { number: '12345',        digit: '6' }],
    [{ account: '123456' },                                    { number: '12345',        digit: '6' }],
    [{ account: '1.234.567-P' },                               { number: '1234567',      digit: 'P' }],
    [{ account: '1234-5', bank: '104', operation: '013' },     { number: '01300001234',  digit: '5' }],
    [{ account: '123456789-0', bank: '104', operation: null }, { number: '123456789',    digit: '0' }],
    [{ account: '1234-5', bank: '001', operation: '51' },      { number: '1234',         digit: '5' }],
  ])('account %j', (account, parts) => {
    expect(accountParts({ ...ACCOUNT, ...account })).toEqual(parts);
  });
});

describe('values that a bank would refuse', () => {
  test('nothing here', () => {
    expect(paymentProblems(payment)).toEqual([]);
    expect(paymentProblems(byPix('52998224725'))).toEqual([]);
  });

  test('all of it', () => {
    const target: PaidAccount = { kind: 'ACCOUNT', bank: '', type: 'CORRENTE', agency: 'x', account: '1' };
    const payee = { name: ' ', document: '52998224724' };
    expect(paymentProblems({ ...payment, identifier: '1'.repeat(21), amount: 0, payee, target })).toEqual([
      'O valor deve ser maior que zero',
      'O identificador tem mais de 20 caracteres',
      'Informe o nome do favorecido',
      'O CPF ou CNPJ do favorecido é inválido',
      'Informe o banco do favorecido',
      'A agência do favorecido é inválida',
      'A conta do favorecido é inválida',
    ]);
  });

  test('a bank without payments, an account that does not fit, a key with blanks', () => {
    expect(hasPayments('341')).toBe(true);
    expect(hasPayments('237')).toBe(false);
    expect(() => writePayments({ ...orderOf('341', [payment]), from: { ...FROM['341'], bank: '237' } })).toThrow(
      RangeError,
    );
    const long = { ...payment, target: { ...ACCOUNT, account: '12345678901234' } };
    expect(() => writePayments(orderOf('341', [long]))).toThrow(RangeError);
    const key: PixKey = { kind: 'EMAIL', key: 'a b@exemplo.com' };
    expect(() => writePayments(orderOf('001', [{ ...payment, target: { kind: 'PIX', key } }]))).toThrow(RangeError);
  });
});

test('for any payments, lot totals add up and trailers count the records', () => {
  const target = fc.constantFrom<Payment>(
    payment,
    byPix('52998224725'),
    byPix('123e4567-e89b-42d3-a456-426614174000'),
    { ...payment, target: { ...ACCOUNT, bank: '341' } },
    { ...payment, target: { ...ACCOUNT, bank: '001', type: 'POUPANCA' } },
  );
  const payments = fc.array(fc.tuple(target, fc.integer({ min: 1, max: 999_999_999 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.constantFrom<'001' | '341'>('001', '341'), payments, (bank, drafts) => {
      const paid = drafts.map(([base, amount]) => ({ ...base, amount }));
      const all = files(bank, paid);
      const lotEnds = all.flat().filter((line) => line.charAt(7) === '5');
      const total = lotEnds.reduce((sum, line) => sum + Number(line.slice(23, 41)), 0);
      expect(total).toBe(paid.reduce((sum, { amount }) => sum + amount, 0));
      for (const lines of all) {
        const lots = lines.filter((line) => line.charAt(7) === '5');
        expect(Number(lines.at(-1)?.slice(17, 23))).toBe(lots.length);
        expect(Number(lines.at(-1)?.slice(23, 29))).toBe(lines.length);
        expect(lots.reduce((sum, line) => sum + Number(line.slice(17, 23)), 0)).toBe(lines.length - 2);
      }
    }),
  );
});
