import { describe, expect, test } from 'vitest';
import { barcode, digitableLine, formatDigitableLine } from './boleto.ts';
import { paymentOfRow, type ReportRow, readSettlementReport } from './settlement-report.ts';

const TODAY = '2026-11-23';

function rowsOf(text: string): ReportRow[] {
  const reading = readSettlementReport(text, TODAY);
  if (reading.problem !== undefined) throw new Error(reading.problem);
  return reading.rows;
}

/** The boleto of most cases: due on 5 November, 10% and 0,03% a day of 2.811,30 after it. */
const boleto = { amount: 281_130, due_date: '2026-11-05', most: 281_130 + 28_113 + 84 * 18 } as const;
const paymentOf = (text: string) => {
  const [row, ...more] = rowsOf(text);
  if (!row || more.length > 0) throw new Error(`${more.length + 1} rows`);
  return paymentOfRow(row, boleto);
};

const code = barcode({ bank: '341', amount: 281_130, due_date: '2026-11-05', free_field: '1090025828170057123457000' });
const line = digitableLine(code);

describe('contents of a line', () => {
  test('numbers, amounts and days, in their order', () => {
    expect(rowsOf('109/00258281-7  João da Conceição  05/11/2026  20/11/26  R$ 2.811,30  289,56  3.100,86')).toEqual([
      {
        line: 1,
        text: '109/00258281-7  João da Conceição  05/11/2026  20/11/26  R$ 2.811,30  289,56  3.100,86',
        numbers: ['109002582817'],
        digitable_line: null,
        amounts: [281_130, 28_956, 310_086],
        days: ['2026-11-05', '2026-11-20'],
        told: {},
      },
    ]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string[]]>([
    ['14000000000000019-7 10,00',                ['140000000000000197']],
    ['07/200003-1 10,00',                        ['072000031']],
    ['00258281 - 7 10,00',                       ['002582817']],
    ['0000000000303-P 10,00',                    ['0000000000303P']],
    ['00258281 12345 00258281 10,00',            ['00258281', '12345']],
    ['529.982.247-25 00258281 10,00',            ['00258281']],
    ['12.ABC.345/01DE-35 00258281 10:32 10,00',  ['00258281']],
    ['Pág. 12, lote 345, título 00258281 10,00', ['00258281']],
    ['31/02/2026 00258281 10,00',                ['00258281']],
  ])('the numbers of %j', (text, numbers) => {
    expect(rowsOf(text)[0]?.numbers).toEqual(numbers);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number[]]>([
    ['00258281 1234,56',           [123_456]],
    ['00258281 1.234.567,89',      [123_456_789]],
    ['00258281 0,00 10,00',        [0, 1_000]],
    ['00258281 -2,10 10,00',       [-210, 1_000]],
    ['00258281 10,00 12,345',      [1_000]],
    ['00258281 R$10,00; 5,00.',    [1_000, 500]],
  ])('the amounts of %j', (text, amounts) => {
    expect(rowsOf(text)[0]?.amounts).toEqual(amounts);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['digits alone',             line],
    ['with dots and blanks',     formatDigitableLine(line)],
    ['a barcode',                code],
  ])('a linha digitável: %s', (_, typed) => {
    const [row] = rowsOf(`Boleto ${typed} pago em 20/11/2026 R$ 2.811,30`);
    expect(row).toMatchObject({ digitable_line: line, amounts: [281_130], days: ['2026-11-20'], numbers: [] });
  });

  test('a line with a wrong digit is no digitable line', () => {
    const wrong = `${line.slice(0, 9)}${(Number(line[9]) + 1) % 10}${line.slice(10)}`;
    expect(rowsOf(`${wrong} 20/11/2026 2.811,30`)[0]?.digitable_line).toBeNull();
  });
});

describe('lines without a payment', () => {
  test.each([
    'Relatório de títulos liquidados',
    'Agência 0057  Conta 12345-7  Período de 01/11/2026 a 30/11/2026',
    'Nosso número  Vencimento  Pagamento  Valor do título  Valor pago',
    'Total do dia 20/11/2026: 2 títulos, 5.622,60',
    'TOTAIS 5.622,60',
    'Saldo anterior em 01/11/2026  1.000,00',
    'Quantidade: 00002  5.622,60',
    'Valor: 10,00',
  ])('%j', (text) => {
    expect(rowsOf(`${text}\n00258281 20/11/2026 2.811,30`).map((row) => row.line)).toEqual([2]);
  });
});

describe('columns with titles', () => {
  const report = (titles: string, ...lines: string[]) => rowsOf([titles, ...lines].join('\n')).map(({ told }) => told);

  test('each value under its title', () => {
    expect(
      report(
        'Nosso Número    Pagador            Vencimento  Dt. Pagto   Dt. Crédito  Valor Título  Juros/Multa  Desconto  Vlr. Pago  Tarifa',
        '109/00258281-7  João da Conceição  05/11/2026  20/11/2026  23/11/2026       2.811,30       289,56      0,00   3.100,86    2,10',
      ),
    ).toEqual([
      {
        due_date: '2026-11-05',
        paid_on: '2026-11-20',
        credited_on: '2026-11-23',
        amount: 281_130,
        fine_and_interest: 28_956,
        discount: 0,
        paid_amount: 310_086,
        fee: 210,
      },
    ]);
  });

  test('separate fine and interest are summed, and the net amount is not the payment', () => {
    expect(
      report(
        'Título  Emissão  Data da liquidação  Multa  Juros  Valor cobrado  Valor líquido',
        '00258281  26/10/2026  20/11/2026  281,13  8,43  3.100,86  3.098,76',
      ),
    ).toEqual([
      { issued_on: '2026-10-26', paid_on: '2026-11-20', fine_and_interest: 28_956, paid_amount: 310_086, net: 309_876 },
    ]);
  });

  test('titles are ignored when a value is missing or sums differ', () => {
    const titles = 'Nosso número  Vencimento  Pagamento  Valor  Juros  Valor pago';
    expect(report(titles, '00258281 05/11/2026 20/11/2026 2.811,30 2.811,30')).toEqual([
      { due_date: '2026-11-05', paid_on: '2026-11-20' },
    ]);
    expect(report(titles, '00258281 20/11/2026 2.811,30 289,56 3.100,86')).toEqual([
      { amount: 281_130, fine_and_interest: 28_956, paid_amount: 310_086 },
    ]);
    expect(report(titles, '00258281 05/11/2026 20/11/2026 2.811,30 3.100,86 289,56')).toEqual([
      { due_date: '2026-11-05', paid_on: '2026-11-20' },
    ]);
  });

  test('a sentence below does not replace the titles', () => {
    expect(
      report(
        'Nosso número  Vencimento  Pagamento  Valor pago',
        'O valor pago pode conter juros e multa cobrados depois da data de vencimento do boleto.',
        '00258281 05/11/2026 20/11/2026 2.811,30',
      ),
    ).toEqual([{ due_date: '2026-11-05', paid_on: '2026-11-20', paid_amount: 281_130 }]);
  });
});

describe('the payment, without titles', () => {
  const plain = { amount: null, credited_on: null };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, ReturnType<typeof paymentOf>]>([
    ['one amount, one day',             '00258281 20/11/2026 2.811,30',                         { ...plain, paid_amount: 281_130, paid_on: '2026-11-20' }],
    ['on the day it was due',           '00258281 05/11/2026 2.811,30',                         { ...plain, paid_amount: 281_130, paid_on: '2026-11-05' }],
    ['due and paid',                    '00258281 05/11/2026 20/11/2026 2.811,30',              { ...plain, paid_amount: 281_130, paid_on: '2026-11-20' }],
    ['paid before it was due',          '00258281 05/11/2026 30/10/2026 2.811,30',              { ...plain, paid_amount: 281_130, paid_on: '2026-10-30' }],
    ['due, paid and credited',          '00258281 05/11/2026 20/11/2026 23/11/2026 2.811,30',   { ...plain, paid_amount: 281_130, paid_on: '2026-11-20', credited_on: '2026-11-23' }],
    ['one amount twice',                '00258281 20/11/2026 2.811,30 2.811,30',                { ...plain, paid_amount: 281_130, paid_on: '2026-11-20' }],
    ['beside a fee',                    '00258281 20/11/2026 2.811,30 2,10 2.809,20',           { ...plain, paid_amount: 281_130, paid_on: '2026-11-20' }],
    ['with charges that stand there',   '00258281 20/11/2026 2.811,30 289,56 3.100,86',         { ...plain, paid_amount: 310_086, paid_on: '2026-11-20' }],
    ['another amount altogether',       '00258281 20/11/2026 1.000,00',                         { ...plain, paid_amount: 100_000, paid_on: '2026-11-20' }],
    ['charges that nothing explains',   '00258281 20/11/2026 2.811,30 3.100,86',                undefined],
    ['two amounts, neither its own',    '00258281 20/11/2026 1.000,00 1.500,00',                undefined],
    ['far more than could be asked',    '00258281 20/11/2026 2.000,00 9.000,00',                undefined],
    ['days far apart',                  '00258281 26/10/2026 05/11/2026 20/11/2026 2.811,30',   undefined],
    ['four days',                       '00258281 05/11/2026 20/11/2026 21/11/2026 22/11/2026 2.811,30', undefined],
    ['no day',                          '00258281 2.811,30',                                    undefined],
  ])('%s', (_, text, payment) => {
    expect(paymentOf(text)).toEqual(payment);
  });
});

test('the payment, with titles', () => {
  const titles = 'Nosso número  Emissão  Vencimento  Pagamento  Valor  Valor pago';
  expect(paymentOf(`${titles}\n00258281 26/10/2026 05/11/2026 20/11/2026 2.811,30 3.100,86`)).toEqual({
    amount: 281_130,
    paid_amount: 310_086,
    paid_on: '2026-11-20',
    credited_on: null,
  });
});

describe('refused', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['',               /não tem texto/],
    [' \n \f \n',      /não tem texto/],
    ['Prezado cliente', /nenhuma linha/],
  ])('%j', (text, problem) => {
    expect(readSettlementReport(text, TODAY)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

test('a hostile text is read in linear time', () => {
  const pieces = [
    '9'.repeat(200_000),
    '1.234'.repeat(50_000),
    'valor '.repeat(50_000),
    '.'.repeat(200_000),
    '1-'.repeat(100_000),
  ];
  // CPU time in microseconds: other processes of the machine don't add to it.
  const start = process.cpuUsage();
  for (const piece of pieces) readSettlementReport(piece, TODAY);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});
