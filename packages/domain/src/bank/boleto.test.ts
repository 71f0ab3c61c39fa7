import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import {
  type Boleto,
  barcode,
  barcodeOfLine,
  dateOfFactor,
  digitableLine,
  dueFactor,
  formatDigitableLine,
  readBoleto,
} from './boleto.ts';

const TODAY: CalendarDate = '2026-11-20';

describe('the due-date factor', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, string]>([
    ['2000-07-03', 1_000, 'the first'],
    ['2000-07-04', 1_001, ''],
    ['2002-05-01', 1_667, 'printed in the banks’ manuals'],
    ['2008-02-01', 3_769, ''],
    ['2010-11-17', 4_789, 'printed in the banks’ manuals'],
    ['2016-12-25', 7_019, ''],
    ['2025-02-21', 9_999, 'the last of the first cycle'],
    ['2025-02-22', 1_000, 'the first of the second'],
    ['2025-02-23', 1_001, ''],
    ['2025-04-05', 1_042, ''],
    ['2026-11-20', 1_636, ''],
    ['2029-05-20', 2_548, ''],
    ['2046-12-30', 8_981, ''],
    ['2049-10-13', 9_999, 'the last of the second'],
    ['2049-10-14', 1_000, ''],
  ])('of %s is %i (%s), and is read back near that day', (date, factor) => {
    expect(dueFactor(date)).toBe(factor);
    expect(dateOfFactor(factor, date)).toBe(date);
  });

  test('did not exist before 03/07/2000', () => {
    expect(() => dueFactor('2000-07-02')).toThrow(RangeError);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[number, CalendarDate, CalendarDate, string]>([
    [1_000, '2026-11-20', '2025-02-22', 'a year and a half ago'],
    [4_000, '2026-11-20', '2033-05-11', 'still to come'],
    [6_999, '2026-11-20', '2041-07-27', '5.363 days ahead'],
    [7_500, '2026-11-20', '2018-04-20', '3.136 days ago rather than 5.864 ahead'],
    [9_999, '2026-11-20', '2025-02-21', 'the day before the restart'],
    [1_010, '2025-02-10', '2025-03-04', 'seen from before the restart'],
    [9_990, '2025-03-04', '2025-02-12', 'seen from after it'],
    [1_000, '2003-01-01', '2000-07-03', 'seen from the first years'],
    [9_999, '2003-01-01', '2025-02-21', 'no cycle comes before the first'],
  ])('%i seen from %s is %s (%s)', (factor, today, date) => {
    expect(dateOfFactor(factor, today)).toBe(date);
  });

  test('is read back for any day from 3.499 days ago to 5.500 ahead', () => {
    fc.assert(
      fc.property(fc.nat(12_000), fc.integer({ min: -3_499, max: 5_500 }), (start, days) => {
        const today = addDays('2012-01-01', start);
        const due = addDays(today, days);
        expect(dateOfFactor(dueFactor(due), today)).toBe(due);
      }),
    );
  });
});

describe('a boleto is composed and read back', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, string, Cents, CalendarDate, string]>([
    // line                                                    barcode                                         bank   amount   due           free field
    ['00190.50095 40144.816069 06809.350314 3 37370000000100', '00193373700000001000500940144816060680935031', '001',     100, '2007-12-31', '0500940144816060680935031'],
    ['00190.00009 01234.567004 00000.001115 1 78140000080000', '00191781400000800000000001234567000000000111', '001',  80_000, '2019-02-28', '0000001234567000000000111'],
    ['03399.12347 56700.000005 00044.301018 6 69050000029721', '03396690500000297219123456700000000004430101', '033',  29_721, '2016-09-02', '9123456700000000004430101'],
    ['03399.64041 15412.345678 89012.301027 2 16460000234567', '03392164600002345679640415412345678901230102', '033', 234_567, '2026-11-30', '9640415412345678901230102'],
    ['07790.00116 10123.456708 00000.045864 2 69340000027615', '07792693400000276150001110123456700000004586', '077',  27_615, '2016-10-01', '0001110123456700000004586'],
    ['10490.05505 77222.133348 77777.777713 4 32420000032112', '10494324200000321120055077222133347777777771', '104',  32_112, '2006-08-23', '0055077222133347777777771'],
    ['10491.23456 60000.100044 00000.000646 1 70300000050000', '10491703000000500001234560000100040000000064', '104',  50_000, '2017-01-05', '1234560000100040000000064'],
    ['23791.23405 40000.000048 56012.345601 5 69340000271716', '23795693400002717161234040000000045601234560', '237', 271_716, '2016-10-01', '1234040000000045601234560'],
    ['23793.97827 51234.567892 01000.640407 4 10000000321000', '23794100000003210003978251234567890100064040', '237', 321_000, '2025-02-22', '3978251234567890100064040'],
    ['34191.10121 34567.880058 71234.570001 6 16670000012345', '34196166700000123451101234567880057123457000', '341',  12_345, '2002-05-01', '1101234567880057123457000'],
    ['34191.09008 22335.021238 45678.900007 1 71950000060000', '34191719500000600001090022335021234567890000', '341',  60_000, '2017-06-19', '1090022335021234567890000'],
    ['42297.00408 00002.782472 26173.001129 6 10010000018084', '42296100100000180847004000002782472617300112', '422',  18_084, '2025-02-23', '7004000002782472617300112'],
    ['74891.11927 00003.001567 05853.051018 4 74070000040000', '74894740700000400001119200003001560585305101', '748',  40_000, '2018-01-17', '1119200003001560585305101'],
    ['75691.42776 01017.227800 00000.400010 1 69740000030000', '75691697400000300001427701017227800000040001', '756',  30_000, '2016-11-10', '1427701017227800000040001'],
  ])('%s', (line, code, bank, amount, due_date, free_field) => {
    const boleto: Boleto = { bank, amount, due_date, free_field };
    expect(barcode(boleto)).toBe(code);
    expect(formatDigitableLine(digitableLine(code))).toBe(line);
    expect(readBoleto(line, due_date)).toEqual({ boleto, barcode: code });
    expect(readBoleto(code, due_date)).toEqual({ boleto, barcode: code });
  });

  test('without a due date and without an amount', () => {
    const line = '23794.15009 90019.801670 35000.211405 7 00000000000000';
    const code = '23797000000000000004150090019801673500021140';
    const boleto: Boleto = { bank: '237', amount: 0, due_date: null, free_field: '4150090019801673500021140' };
    expect(barcode(boleto)).toBe(code);
    expect(readBoleto(line, TODAY)).toEqual({ boleto, barcode: code });
  });

  // An amount of more than ten digits advances over the factor (manuals of Banco do Brasil and Itaú).
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, string, CalendarDate | null]>([
    [             1, '16360000000001', TODAY],
    [ 9_999_999_999, '16369999999999', TODAY],
    [10_000_000_000, '00010000000000', null],
    [10_000_000_001, '00010000000001', null],
    [123_456_789_012, '00123456789012', null],
  ])('of %i centavos: %s', (amount, field, due_date) => {
    const code = barcode({ bank: '341', amount, due_date: TODAY, free_field: '1'.repeat(25) });
    expect(code.slice(5, 19)).toBe(field);
    expect(readBoleto(code, TODAY)).toMatchObject({ boleto: { amount, due_date } });
  });

  const parts = { bank: '341', amount: 100, due_date: TODAY, free_field: '1'.repeat(25) };
  test.each<[string, Partial<Boleto>]>([
    ['a bank of two digits', { bank: '34' }],
    ['a free field of 24', { free_field: '1'.repeat(24) }],
    ['letters in the free field', { free_field: `${'1'.repeat(24)}X` }],
    ['a negative amount', { amount: -1 }],
    ['half a centavo', { amount: 0.5 }],
    ['an amount of fourteen digits', { amount: 10_000_000_000_000 }],
    ['a due date before factors', { due_date: '1999-12-31' }],
  ])('never with %s', (_, changes) => {
    expect(() => barcode({ ...parts, ...changes })).toThrow(RangeError);
  });
});

test('any boleto is read back from its barcode and from its line', () => {
  const boletos = fc.record<Boleto>({
    bank: fc.stringMatching(/^[0-7]\d{2}$/),
    amount: fc.nat(9_999_999_999),
    due_date: fc.option(fc.integer({ min: -3_000, max: 5_000 }).map((days) => addDays(TODAY, days))),
    free_field: fc.stringMatching(/^\d{25}$/),
  });
  fc.assert(
    fc.property(boletos, (boleto) => {
      const code = barcode(boleto);
      const line = digitableLine(code);
      expect(code).toMatch(/^\d{4}[1-9]\d{39}$/);
      expect(barcodeOfLine(line)).toBe(code);
      expect(readBoleto(code, TODAY)).toEqual({ boleto, barcode: code });
      expect(readBoleto(formatDigitableLine(line), TODAY)).toEqual({ boleto, barcode: code });
    }),
  );
});

describe('an invalid boleto is refused with the reason', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string]>([
    ['', 'Informe a linha digitável ou o código de barras'],
    [' . ', 'Informe a linha digitável ou o código de barras'],
    ['34191.10121 34567.88005O 71234.570001 6 16670000012345', 'A linha digitável e o código de barras só têm números'],
    ['34191.10121 34567.880058 71234.570001 6', 'A linha digitável tem 47 números e o código de barras 44: aqui há 33'],
    ['34191.10122 34567.880058 71234.570001 6 16670000012345', 'O dígito verificador do 1º campo da linha digitável não confere'],
    ['34191.10121 34567.880158 71234.570001 6 16670000012345', 'O dígito verificador do 2º campo da linha digitável não confere'],
    ['34191.10121 34567.880058 71234.570002 6 16670000012345', 'O dígito verificador do 3º campo da linha digitável não confere'],
    ['34191.10121 34567.880058 71234.570001 7 16670000012345', 'O dígito verificador geral do boleto não confere'],
    ['34191.10121 34567.880058 71234.570001 6 16670000012346', 'O dígito verificador geral do boleto não confere'],
    ['12345678901234567890123456789012345678901234', 'Este boleto não é em reais'],
    ['03391693400002717169123456700000000004560101', 'O dígito verificador geral do boleto não confere'],
    ['03392687300000649329123456700000000004140101', 'O dígito verificador geral do boleto não confere'],
    ['03395690500000297349123456700000000124280101', 'O dígito verificador geral do boleto não confere'],
    ['03397690500002924119123456700000000004450101', 'O dígito verificador geral do boleto não confere'],
    ['838600000050096000190009000801782309000343062712', 'Esta é uma conta de consumo ou tributo, e não um boleto bancário'],
    ['83860000005096000190000008017823000034306271', 'Esta é uma conta de consumo ou tributo, e não um boleto bancário'],
    ['85820000000572503282035607082021053959190446', 'Esta é uma conta de consumo ou tributo, e não um boleto bancário'],
  ])('%j', (text, problem) => {
    expect(readBoleto(text, TODAY)).toEqual({ problem });
  });

  test('one wrong digit of a line is always noticed', () => {
    const line = '34191101213456788005871234570001616670000012345';
    fc.assert(
      fc.property(fc.nat(46), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(line[at]) + by) % 10;
        expect(readBoleto(line.slice(0, at) + digit + line.slice(at + 1), TODAY)).toHaveProperty('problem');
      }),
    );
  });
});

/** Boletos of public test suites and manuals, kept beside the repository and not in it. */
const VECTORS = fileURLToPath(new URL('../../../../../shared/data/vectors.json', import.meta.url));

describe.skipIf(!existsSync(VECTORS))('the public vectors', () => {
  type Vector = { barcode: string; linhaDigitavel: string; amountCents: number; dueDate: CalendarDate | null };
  const {
    boletos = [],
    boletosInvalid = [],
    boletosArrecadacao = [],
    boletosNoDueDate = [],
    fatorVencimento = [],
  } = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : {};

  test.each<Vector>(boletos)('$linhaDigitavel', (vector) => {
    const reading = readBoleto(vector.linhaDigitavel, vector.dueDate ?? '2020-01-01');
    if (reading.problem !== undefined) throw new Error(reading.problem);
    const { boleto } = reading;
    expect(reading.barcode).toBe(vector.barcode);
    expect(boleto.amount).toBe(vector.amountCents);
    if (vector.dueDate) expect(boleto.due_date).toBe(vector.dueDate);
    expect(barcode(boleto)).toBe(vector.barcode);
    expect(digitableLine(vector.barcode)).toBe(vector.linhaDigitavel);
  });

  test.each<{ barcode: string }>([...boletosInvalid, ...boletosArrecadacao])('$barcode is refused', (vector) => {
    expect(readBoleto(vector.barcode, TODAY)).toHaveProperty('problem');
  });

  test.each<Vector>(boletosNoDueDate)('$barcode has no due date', (vector) => {
    const boleto = { due_date: null, amount: vector.amountCents };
    expect(readBoleto(vector.linhaDigitavel, TODAY)).toMatchObject({ boleto, barcode: vector.barcode });
  });

  test.each<{ date: CalendarDate; fator: number }>(fatorVencimento)('$date is $fator', ({ date, fator }) => {
    expect(dueFactor(date)).toBe(fator);
    expect(dateOfFactor(fator, date)).toBe(date);
  });
});
