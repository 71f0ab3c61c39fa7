import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { formatDigitableLine, readBoleto } from './boleto.ts';
import {
  type Agreement,
  agreementProblems,
  BOLETO_BANKS,
  type BoletoBankCode,
  boletoBank,
  issueBoleto,
  readFreeField,
} from './boleto-banks.ts';

/** One agreement of each kind, as public test suites and manuals have them. */
const BB7: Agreement = {
  bank: '001',
  agreement: '1474166',
  wallet: '17',
  variation: '019',
  agency: '3174',
  agency_digit: '7',
  account: '11672',
  account_digit: '6',
};
const BB6: Agreement = { bank: '001', agreement: '123879', wallet: '18', agency: '4042', account: '61900' };
const BB4: Agreement = { bank: '001', agreement: '1238', wallet: '18', agency: '4042', account: '61900' };
const BB11: Agreement = { ...BB7, agreement: '1234567', wallet: '11' };
const ITAU: Agreement = { bank: '341', agency: '0810', account: '53678', account_digit: '9', wallet: '175' };
const ITAU109: Agreement = { bank: '341', agency: '1248', account: '02124', wallet: '109' };
const BRADESCO: Agreement = { bank: '237', agency: '4042', account: '61900', wallet: '03' };
const BRADESCO04: Agreement = { bank: '237', agency: '1234', account: '123456', wallet: '04' };
const SANTANDER: Agreement = { bank: '033', agency: '0059', agreement: '1899775', wallet: '102' };
const CAIXA: Agreement = { bank: '104', agency: '1825', agency_digit: '0', agreement: '245274' };
const CAIXA_MANUAL: Agreement = { bank: '104', agency: '0001', agency_digit: '0', agreement: '005507' };
const CAIXA6: Agreement = { bank: '104', agency: '1234', agency_digit: '0', agreement: '123456' };
const SICREDI: Agreement = { bank: '748', agency: '0710', unit: '65', agreement: '129', generator: '2' };
const SICREDI_MANUAL: Agreement = { bank: '748', agency: '0165', unit: '02', agreement: '00623', generator: '2' };
const SICREDI19: Agreement = { bank: '748', agency: '0156', unit: '05', agreement: '85305', generator: '2' };
const SICOOB: Agreement = { bank: '756', agency: '4327', agreement: '229385', wallet: '1', variation: '01' };
const SICOOB4277: Agreement = { bank: '756', agency: '4277', agreement: '0172278', wallet: '1', variation: '01' };
const INTER: Agreement = { bank: '077', account: '123456060', wallet: '110', operation: '1234567' };

describe('a boleto is issued by its bank’s rules', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Agreement, number, CalendarDate, CalendarDate, Cents, string, string]>([
    // bank and source                           agreement    number          issued        due           amount   nosso número              line
    ['Banco do Brasil, convênio of 7',           BB7,                    328, '2016-07-05', '2016-07-05', 224_674, '14741660000000328',      '00190.00009 01474.166004 00000.328179 1 68460000224674'],
    ['Banco do Brasil, convênio of 7',           BB11,            9999999901, '2019-03-01', '2019-03-10',  79_100, '12345679999999901',      '00190.00009 01234.567996 99999.901111 8 78240000079100'],
    ['Banco do Brasil, convênio of 6',           BB6,                   1234, '2008-02-01', '2008-02-01',  13_500, '12387901234-5',          '00191.23876 90123.440423 00061.900189 2 37690000013500'],
    ['Banco do Brasil, convênio of 4',           BB4,                 123456, '2008-02-01', '2008-02-01',  13_500, '12380123456-0',          '00191.23801 12345.640424 00061.900189 1 37690000013500'],
    ['Itaú, 175',                                ITAU,                258281, '2008-02-02', '2008-02-02',  13_500, '175/00258281-7',         '34191.75009 25828.170818 05367.890000 1 37700000013500'],
    ['Itaú, 175',                                ITAU,              12345678, '2009-08-14', '2009-08-14',       0, '175/12345678-4',         '34191.75124 34567.840813 05367.890000 1 43290000000000'],
    ['Itaú, 109',                                ITAU109,
                                                                       10152, '2029-05-20', '2029-05-20', 675_787, '109/00010152-7',         '34191.09008 01015.271248 80212.460002 4 25480000675787'],
    ['Bradesco, 03',                             BRADESCO,         777700168, '2008-02-02', '2008-02-02',  13_500, '03/00777700168-5',       '23794.04201 30077.770011 68006.190000 1 37700000013500'],
    ['Bradesco, 04',                             BRADESCO04,             456, '2016-09-01', '2016-10-01', 271_716, '04/00000000456-6',       '23791.23405 40000.000048 56012.345601 5 69340000271716'],
    ['Santander, 102',                           SANTANDER,          9000026, '2011-10-09', '2011-10-09',   2_500, '000009000026-9',         '03399.18997 77500.000904 00026.901025 9 51150000002500'],
    ['Santander, 102',                           SANTANDER,          9000272, '2012-09-08', '2012-09-08',   5_400, '000009000272-5',         '03399.18997 77500.000904 00272.501024 3 54500000005400'],
    ['Caixa, as its manual works it out',        CAIXA_MANUAL, 222333777777777, '2006-08-01', '2006-08-23', 32_112, '14222333777777777-2',  '10490.05505 77222.133348 77777.777713 4 32420000032112'],
    ['Caixa',                                    CAIXA6,                   6, '2016-12-05', '2017-01-05',  50_000, '14000000000000006-5',    '10491.23456 60000.100044 00000.000646 1 70300000050000'],
    ['Sicredi',                                  SICREDI,               8902, '2016-07-25', '2016-07-25',  70_000, '16/208902-1',            '74891.11620 08902.107104 65001.291007 3 68660000070000'],
    ['Sicredi',                                  SICREDI19,                3, '2019-12-01', '2018-01-17',  40_000, '19/200003-0',            '74891.11927 00003.001567 05853.051018 4 74070000040000'],
    ['Sicoob',                                   SICOOB,                   2, '2016-02-18', '2016-02-18',   5_000, '0000002-4',              '75691.43279 01022.938508 00000.240010 2 67080000005000'],
    ['Sicoob',                                   SICOOB4277,               4, '2016-10-10', '2016-11-10',  30_000, '0000004-0',              '75691.42776 01017.227800 00000.400010 1 69740000030000'],
    ['Inter',                                    INTER,                  458, '2016-09-01', '2016-10-01',  27_615, '0001/110/0000000458-6',  '07790.00116 10123.456708 00000.045864 2 69340000027615'],
    ['Inter',                                    INTER,                    1, '2023-08-01', '2023-08-31',     500, '0001/110/0000000001-4',  '07790.00116 10123.456708 00000.000141 1 94590000000500'],
  ])('%s: %o, number %i', (_, agreement, number, issued_on, due_date, amount, shown, line) => {
    const boleto = issueBoleto(agreement, { number, issued_on, due_date, amount });
    expect(boleto.nosso_numero.shown).toBe(shown);
    expect(formatDigitableLine(boleto.digitable_line)).toBe(line);
    const reading = readBoleto(line, due_date);
    if (reading.problem !== undefined) throw new Error(reading.problem);
    expect(boleto.barcode).toBe(reading.barcode);
    expect(readFreeField(reading.boleto)?.nosso_numero).toBe(boleto.nosso_numero.bare);
  });
});

describe('the check digit of nosso número', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Agreement, number, number, string]>([
    // source                      agreement                               number year  check digit
    ['Banco do Brasil, annex XI',  { ...BB4, agreement: '0500' },          9401448, 2016, '1'],
    ['Bradesco, page 18',          { ...BRADESCO, wallet: '19' },                2, 2026, '8'],
    ['Bradesco, page 18',          { ...BRADESCO, wallet: '19' },                1, 2026, 'P'],
    ['Bradesco, page 19',          { ...BRADESCO, wallet: '19' },                6, 2026, '0'],
    ['Bradesco',                   { ...BRADESCO, wallet: '06' },              525, 2026, 'P'],
    ['Bradesco',                   { ...BRADESCO, wallet: '09' },                1, 2026, '1'],
    ['Santander, page 14',         SANTANDER,                         566612457800, 2026, '2'],
    ['Santander',                  SANTANDER,                             90002720, 2026, '7'],
    ['Santander: 10 is 0',         SANTANDER,                              1961005, 2026, '0'],
    ['Caixa, annex IV',            CAIXA,                                       19, 2026, '7'],
    ['Caixa',                      CAIXA,                                        1, 2026, '4'],
    ['Sicredi, 5.4',               SICREDI_MANUAL,                               3, 2007, '1'],
    ['Sicredi',                    SICREDI,                                   8879, 2016, '3'],
    ['Sicoob, 3.13',               { ...SICOOB, agency: '1', agreement: '19' }, 21, 2026, '8'],
    ['Sicoob',                     SICOOB,                                       7, 2026, '0'],
    ['Sicoob',                     SICOOB,                                      12, 2026, '8'],
    ['Itaú, note 23',              { ...ITAU, agency: '0057', account: '72192', wallet: '198' }, 98712345, 2026, '1'],
    ['Itaú, annex 4',              { ...ITAU, agency: '0057', account: '12345', wallet: '110' }, 12345678, 2026, '8'],
    ['Itaú, 168: wallet and number alone, 40', { ...ITAU, wallet: '168' }, 258281, 2026, '0'],
    ['Inter',                      INTER,                                  4309540, 2023, '1'],
    ['Inter',                      INTER,                                  4309543, 2023, '5'],
  ])('%s: %o, %i', (_, agreement, number, year, digit) => {
    expect(boletoBank(agreement.bank)?.nossoNumero(agreement, number, year).digit).toBe(digit);
  });
});

describe('the agreement as printed on the boleto', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Agreement, string, string]>([
    // agreement           agency and code              wallet
    [BB7,                  '3174-7 / 00011672-6',       '17-019'],
    [ITAU,                 '0810/53678-9',              '175'],
    [{ ...BRADESCO, agency_digit: '8', account_digit: '0' },
                           '4042-8 / 0061900-0',        '03'],
    [SANTANDER,            '0059/1899775',              '102'],
    [CAIXA_MANUAL,         '0001/005507-7',             'RG'],
    [SICREDI_MANUAL,       '0165.02.00623',             '1'],
    [SICOOB,               '4327/0229385',              '1/01'],
    [INTER,                '0001-9/0123456060',         '110'],
  ])('%o: %s, %s', (agreement, beneficiary, wallet) => {
    const issue = { number: 1, issued_on: '2026-11-20', due_date: '2026-12-05', amount: 100 } as const;
    expect(issueBoleto(agreement, issue)).toMatchObject({ beneficiary, wallet });
  });
});

test('Caixa’s codes of seven digits take the place of the check digit', () => {
  const agreement: Agreement = { bank: '104', agency: '1234', agency_digit: '0', agreement: '1100000' };
  const boleto = issueBoleto(agreement, { number: 1, issued_on: '2026-11-20', due_date: '2026-12-05', amount: 100 });
  const free_field = boleto.barcode.slice(19);
  // 1100000 000 1 000 4 000000001: 1×9 + 1×8 + 1×7 + 4×3 + 1×2 = 38, 11 − 38 mod 11 = 6
  expect(free_field).toBe('1100000000100040000000016');
  expect(readFreeField({ bank: '104', free_field })?.agreement).toEqual({ agreement: '1100000' });
});

test('Sicredi marks a boleto without an amount', () => {
  const issue = { number: 3, issued_on: '2007-05-02', due_date: '2007-06-01' } as const;
  expect(issueBoleto(SICREDI_MANUAL, { ...issue, amount: 100 }).barcode.slice(19)).toBe('1107200003101650200623108');
  expect(issueBoleto(SICREDI_MANUAL, { ...issue, amount: 0 }).barcode.slice(41, 42)).toBe('0');
});

describe('an agreement is checked before it is used', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Agreement, string[]]>([
    [BB7, []],
    [{ ...BB7, agreement: '14741' }, ['Convênio: 4 ou 6 ou 7 números']],
    [{ ...BB7, agreement: '', wallet: '1' }, ['Preencha: Convênio', 'Carteira: 2 números']],
    [{ ...BB7, account: '1167-2' }, ['Conta corrente: até 8 números']],
    [{ ...BB7, agency_digit: '-' }, ['Dígito da agência: um número, X ou P']],
    [{ ...BB7, agency_digit: '5', account_digit: 'x' }, ['O dígito da agência não confere', 'O dígito da conta não confere']],
    [ITAU, []],
    [{ ...ITAU, account_digit: '8' }, ['O dígito da conta não confere']],
    [{ ...BRADESCO, agency: '1425', agency_digit: '7', account: '0301357', account_digit: 'p', agreement: '4321' }, []],
    [{ ...BRADESCO, agency: '1425', agency_digit: '8', account: '0301357', account_digit: '0', agreement: '4321' },
      ['O dígito da agência não confere', 'O dígito da conta não confere']],
    [SANTANDER, []],
    [CAIXA, []],
    [{ ...CAIXA, agreement: '12345' }, ['Código do beneficiário: 6 ou 7 números']],
    [SICREDI, []],
    [{ ...SICREDI, generator: '1' }, ['O byte de geração vai de 2 a 9']],
    [SICOOB, []],
    [{ ...SICOOB, agreement: '12345678' }, ['Código do cliente: até 7 números']],
    [INTER, []],
    [{ ...INTER, wallet: '109' }, ['A carteira do Inter é 110 ou 112']],
  ])('%o: %j', (agreement, messages) => {
    expect(agreementProblems(agreement).map(({ message }) => message)).toEqual(messages);
  });

  test('only with fields that the bank’s form has', () => {
    for (const { fields } of BOLETO_BANKS) {
      expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
      for (const { label, help } of fields) expect(label && help).not.toBe('');
    }
  });
});

describe('values that do not fit are refused', () => {
  const issue = { number: 1, issued_on: '2026-11-20', due_date: '2026-12-05', amount: 100 } as const;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Agreement, number]>([
    ['number 0', ITAU, 0],
    ['a negative number', ITAU, -1],
    ['half a number', ITAU, 1.5],
    ['nine digits at Itaú', ITAU, 100_000_000],
    ['six digits on an agreement of six at Banco do Brasil', BB6, 100_000],
    ['six digits at Sicredi', SICREDI, 100_000],
    ['eight digits at Santander', SANTANDER, 10_000_000],
    ['an account that is too long', { ...ITAU, account: '536789' }, 1],
    ['an agreement without its code', { bank: '756', agency: '1', agreement: 'A' }, 1],
    ['an unknown bank', { bank: '999' as BoletoBankCode }, 1],
  ])('%s', (_, agreement, number) => {
    expect(() => issueBoleto(agreement, { ...issue, number })).toThrow(RangeError);
  });
});

test('the boleto of any bank and number is read back', () => {
  const agreements = [BB7, BB6, BB4, ITAU, BRADESCO, SANTANDER, CAIXA, SICREDI, SICOOB, INTER];
  const issues = fc.record({ agreement: fc.constantFrom(...agreements), number: fc.integer({ min: 1, max: 99_999 }) });
  fc.assert(
    fc.property(issues, fc.nat(9_999_999), ({ agreement, number }, amount) => {
      const due_date: CalendarDate = '2026-12-05';
      const boleto = issueBoleto(agreement, { number, issued_on: '2026-11-20', due_date, amount });
      const reading = readBoleto(boleto.digitable_line, '2026-11-20');
      if (reading.problem !== undefined) throw new Error(reading.problem);
      expect(reading.boleto).toMatchObject({ bank: agreement.bank, amount, due_date });
      const { nosso_numero, agreement: told } = readFreeField(reading.boleto) ?? { nosso_numero: '', agreement: {} };
      expect(nosso_numero).toBe(boleto.nosso_numero.bare);
      for (const [key, value] of Object.entries(told)) {
        const own = (agreement as Record<string, string | undefined>)[key];
        if (own) expect([key, value.replace(/^0+/, '')]).toEqual([key, own.replace(/^0+/, '')]);
      }
    }),
  );
});

test.each<[string, string]>([
  ['341', '1750025828170810536789001'],
  ['341', '1750025828180810536789000'],
  ['237', '4042030077770016800619001'],
  ['033', '9123456700000000004440102'],
  ['104', '1234560000100040000000065'],
  ['748', '1116208902107106500129101'],
  ['756', '1427701017227800000041001'],
  ['077', '0001110123456700000004587'],
  ['041', '2103401234560000004584090'],
])('a free field of %s in another format is not read: %s', (bank, free_field) => {
  expect(readFreeField({ bank, free_field })).toBeUndefined();
});

/** Boletos of public test suites, kept beside the repository and not in it. */
const VECTORS = fileURLToPath(new URL('../../../../../shared/data/vectors.json', import.meta.url));

describe.skipIf(!existsSync(VECTORS))('the public vectors', () => {
  type Vector = { bank: string; campoLivre: string; source: string };
  const { boletos = [] } = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : {};
  const ours: Vector[] = boletos.filter(({ bank }: Vector) => boletoBank(bank));

  test.each(ours)('$bank $campoLivre', ({ bank, campoLivre, source }) => {
    const { nosso_numero } = readFreeField({ bank, free_field: campoLivre }) ?? {};
    // The second 101 of that suite has thirteen arbitrary digits where the manual has twelve and a check digit.
    if (source.includes('SantanderCarteira1012')) expect(nosso_numero).toBeUndefined();
    else expect(nosso_numero).toMatch(/^\d{7,17}$/);
  });
});
