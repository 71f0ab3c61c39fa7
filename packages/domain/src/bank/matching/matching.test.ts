import { describe, expect, test } from 'vitest';
import type { BankEntry } from '../bank-entry.ts';
import { readBankFile } from '../bank-file.ts';
import { barcode, digitableLine, formatDigitableLine } from '../boleto.ts';
import type { Known, KnownBoleto, KnownInvoice, KnownSettlement } from './find.ts';
import { lookupOf } from './lookup.ts';
import { type Judged, matchFile } from './matching.ts';

const TODAY = '2026-11-22';

/** An invoice of 2.811,30 due on Thursday 05/11/2026 and its boleto at Itaú, unless overridden. */
const invoice = (overrides: Partial<KnownInvoice> = {}): KnownInvoice => ({
  id: 1,
  amount: 281_130,
  old_charges: 0,
  due_date: '2026-11-05',
  status: 'PENDING',
  pay_day: null,
  issued_on: '2026-10-26',
  contract_start: '2026-09-01',
  deleted: false,
  ...overrides,
});

const code = barcode({ bank: '341', amount: 281_130, due_date: '2026-11-05', free_field: '1090025828170057123457000' });

const boleto = (overrides: Partial<KnownBoleto> = {}): KnownBoleto => ({
  id: 11,
  invoice_id: 1,
  agreement: { bank: '341', agency: '0057', account: '12345', account_digit: '7', wallet: '109' },
  nosso_numero: '00258281',
  shown: '109/00258281-7',
  digitable_line: digitableLine(code),
  issued_on: '2026-10-26',
  due_date: '2026-11-05',
  amount: 281_130,
  bank_charges: null,
  status: 'OPEN',
  ...overrides,
});

const entry = (overrides: Partial<BankEntry> = {}): BankEntry => ({
  line: 2,
  label: '00258281',
  occurrence: 'Liquidação normal',
  kind: 'SETTLED',
  account: { bank: '341', agency: '0057', account: '12345' },
  numbers: ['00258281'],
  digitable_line: null,
  pix_invoice: null,
  mark: null,
  amount: 281_130,
  paid_amount: 281_130,
  due_date: '2026-11-05',
  paid_on: '2026-11-05',
  credited_on: '2026-11-06',
  fine_and_interest: 0,
  discount: 0,
  fee: 210,
  problem: null,
  row: null,
  assigned: null,
  ...overrides,
});

const settlement = (overrides: Partial<KnownSettlement> = {}): KnownSettlement => ({
  file_id: 7,
  line: 2,
  fingerprint: 'boleto 11 2026-11-05 281130',
  invoice_id: 1,
  boleto_id: 11,
  paid_on: '2026-11-05',
  credited_on: '2026-11-06',
  paid_amount: 281_130,
  settled_on: '2026-11-06',
  method: 'BOLETO',
  names: [],
  ...overrides,
});

const known = (overrides: Partial<Known> = {}): Known => ({
  boletos: [boleto()],
  invoices: [invoice()],
  settlements: [],
  ...overrides,
});

const options = { today: TODAY, fromBusinessDay: false, file: 9 } as const;
const match = (entries: readonly BankEntry[], about: Partial<Known> = {}, more: Partial<typeof options> = {}) =>
  matchFile(entries, known(about), { ...options, ...more });

function judged(
  overrides: Partial<BankEntry> = {},
  about: Partial<Known> = {},
  more: Partial<typeof options> = {},
): Judged {
  const [line, ...others] = match([entry(overrides)], about, more).lines;
  if (!line || others.length > 0) throw new Error(`${others.length + 1} lines`);
  return line;
}

const said = ({ pile, reason, payable }: Judged) => [pile, reason?.replaceAll('\u00a0', ' ') ?? null, payable];
const MATCHED = ['MATCHED', null, true];

/** Fine from 10/11, interest from 11/11: 0,03% of 2.811,30 is 0,84339 a day. */
const CHARGES = {
  fine: { percent: 1_000, from: '2026-11-10' },
  interest: { per_day: 84, from: '2026-11-11' },
} as const;

describe('amount owed on the day of payment', () => {
  // 10% of 2.811,30 is 281,13; ten days at 0,03% are 8,4339.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, Partial<KnownBoleto>, unknown[]]>([
    ['on the day it was due',         {},                                                   {}, MATCHED],
    ['before it',                     { paid_on: '2026-10-30' },                            {}, MATCHED],
    ['four days late: nothing more',  { paid_on: '2026-11-09' },                            {}, MATCHED],
    ['five: the fine',                { paid_on: '2026-11-10', paid_amount: 309_243 },      {}, MATCHED],
    ['fifteen: fine and interest',    { paid_on: '2026-11-20', paid_amount: 310_086 },      {}, MATCHED],
    ['what the bank was asked for: 10 × 0,84', { paid_on: '2026-11-20', paid_amount: 310_083 }, { bank_charges: CHARGES }, MATCHED],
    ['a second copy with the charges in it', { paid_on: '2026-11-20', amount: 310_086, paid_amount: 310_086 },
      { amount: 310_086, due_date: '2026-11-20' }, MATCHED],
    ['that copy, due on a Sunday, paid on Monday', { paid_on: '2026-11-16', amount: 309_749, paid_amount: 309_749 },
      { amount: 309_749, due_date: '2026-11-15' }, MATCHED],
    ['without the fine',              { paid_on: '2026-11-20' },                            {},
      ['DIVERGENT', 'Pagou R$ 289,56 a menos do que o devido no dia, R$ 3.100,86', true]],
    ['less, on its day',              { paid_amount: 281_030 },                             {},
      ['DIVERGENT', 'Pagou R$ 1,00 a menos do que o devido no dia, R$ 2.811,30', true]],
    ['a centavo more',                { paid_amount: 281_131 },                             {},
      ['DIVERGENT', 'Pagou R$ 0,01 a mais do que o devido no dia, R$ 2.811,30', true]],
    ['charges before they were owed', { paid_on: '2026-11-09', paid_amount: 309_243 },      { bank_charges: CHARGES },
      ['DIVERGENT', 'Pagou R$ 281,13 a mais do que o devido no dia, R$ 2.811,30', true]],
  ])('%s', (_, paid, printed, expected) => {
    expect(said(judged(paid, { boletos: [boleto(printed)] }))).toEqual(expected);
  });

  test('due on a Saturday, late from Monday where the agency says so', () => {
    const about = { boletos: [boleto({ due_date: '2026-11-07' })], invoices: [invoice({ due_date: '2026-11-07' })] };
    const paid = { due_date: '2026-11-07', paid_on: '2026-11-12' } as const;
    expect(said(judged(paid, about))[0]).toBe('DIVERGENT');
    expect(
      said(matchFile([entry(paid)], known(about), { ...options, fromBusinessDay: true }).lines[0] as Judged),
    ).toEqual(MATCHED);
  });

  test('is told with its parts', () => {
    expect(judged({ paid_on: '2026-11-20' }).found).toMatchObject({
      expected: 310_086,
      late: { days: 15, fine: 28_113, interest: 843 },
      by: 'nosso número',
    });
  });
});

describe('the invoice of a line', () => {
  const other = { boletos: [boleto({ id: 12, nosso_numero: '00009999', shown: '109/00009999-0' })] };
  const UNKNOWN = 'Nenhum boleto daqui tem este nosso número';
  const noHint = { due_date: null } as const;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, Partial<Known>, unknown[]]>([
    ['nosso número',                       {}, {}, MATCHED],
    ['a file that tells no account',       { account: { bank: null, agency: null, account: null } }, {}, MATCHED],
    ['an account with its digit',          { account: { bank: '341', agency: '57', account: '123457' } }, {}, MATCHED],
    ['the same number at another bank',    { ...noHint, account: { bank: '237', agency: '0057', account: '12345' } }, {},
      ['UNMATCHED', 'O nosso número é o de um boleto de outra conta', false]],
    ['in another account',                 { ...noHint, account: { bank: '341', agency: '0057', account: '54321' } }, {},
      ['UNMATCHED', 'O nosso número é o de um boleto de outra conta', false]],
    ['in another branch',                  { ...noHint, account: { bank: '341', agency: '0058', account: '12345' } }, {},
      ['UNMATCHED', 'O nosso número é o de um boleto de outra conta', false]],
    ['two accounts of ours, one number',   { account: { bank: '341', agency: '0099', account: '99999' } },
      { boletos: [boleto(), boleto({ id: 12, invoice_id: 2, agreement: { bank: '341', agency: '0099', account: '99999' } })],
        invoices: [invoice(), invoice({ id: 2 })] }, MATCHED],
    ['a number that nobody knows',         { ...noHint, numbers: ['00000001'] }, {}, ['UNMATCHED', UNKNOWN, false]],
    ['no number at all',                   { ...noHint, numbers: [] }, {}, ['UNMATCHED', UNKNOWN, false]],
    ['one open boleto of the amount, due that day', {}, other,
      ['DIVERGENT', 'Encontrado só pelo valor e pelo vencimento: confira se é dele', true]],
    ['two of them',                        { numbers: ['1'] }, { boletos: [boleto(), boleto({ id: 12, invoice_id: 2, nosso_numero: '2' })] },
      ['UNMATCHED', 'Há 2 boletos em aberto com este valor e este vencimento', false]],
    ['one, but paid',                      { numbers: ['1'] }, { boletos: [boleto({ status: 'PAID' })] }, ['UNMATCHED', UNKNOWN, false]],
    ['one, but at another bank',           { numbers: ['1'], account: { bank: '237', agency: null, account: null } }, {}, ['UNMATCHED', UNKNOWN, false]],
    ['of the amount, due another day',     { due_date: '2026-11-06' }, other, ['UNMATCHED', UNKNOWN, false]],
    ['somebody says so',                   { numbers: [], assigned: 1 }, {}, MATCHED],
    ['somebody says so, of another amount', { numbers: [], assigned: 1, paid_amount: 1_000 }, {},
      ['DIVERGENT', 'Pagou R$ 2.801,30 a menos do que o devido no dia, R$ 2.811,30', true]],
    ['an unreadable line of nobody',       { ...noHint, numbers: ['1'], problem: 'O banco escreveu um valor que não pode ser lido', paid_amount: null }, {},
      ['UNMATCHED', 'O banco escreveu um valor que não pode ser lido', false]],
  ])('%s', (_, line, about, expected) => {
    expect(said(judged(line, about))).toEqual(expected);
  });

  test('of two accounts of ours with one number, the file’s', () => {
    const mine = boleto({ id: 12, invoice_id: 2, agreement: { bank: '341', agency: '0099', account: '99999' } });
    const about = { boletos: [boleto(), mine], invoices: [invoice(), invoice({ id: 2 })] };
    expect(judged({ account: { bank: '341', agency: '0099', account: '99999' } }, about).found?.invoice.id).toBe(2);
  });
});

describe('reasons that prevent a settlement', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, Partial<Known>, unknown[]]>([
    ['an amount that is no number',  { paid_amount: null, problem: 'O banco escreveu um valor que não pode ser lido' }, {},
      ['DIVERGENT', 'O banco escreveu um valor que não pode ser lido', false]],
    ['no day',                       { paid_on: null }, {},
      ['DIVERGENT', 'Não dá para saber pela linha o valor ou o dia do pagamento', false]],
    ['a day to come',                { paid_on: '2026-11-23' }, {}, ['DIVERGENT', 'A data do pagamento é futura', false]],
    ['a day of another year',        { paid_on: '2025-11-05' }, { invoices: [invoice({ contract_start: '2024-09-01' })] },
      ['DIVERGENT', 'A data do pagamento é mais de 60 dias anterior à emissão da fatura', false]],
    ['a day before the contract',    { paid_on: '2026-08-31' }, {}, ['DIVERGENT', 'A data do pagamento é anterior ao início do contrato', false]],
    ['nothing paid',                 { paid_amount: 0 }, {}, ['DIVERGENT', 'O valor pago é zero', false]],
    ['an invoice paid already',      {}, { invoices: [invoice({ status: 'PAID', pay_day: '2026-11-03' })] },
      ['DIVERGENT', 'A fatura já foi paga em 03/11/2026: se o inquilino pagou de novo, devolva o valor', false]],
    ['an invoice that was deleted',  {}, { invoices: [invoice({ deleted: true })] }, ['DIVERGENT', 'A fatura deste boleto foi deletada', false]],
    ['settled by another file',      {}, { settlements: [settlement()], invoices: [invoice({ status: 'PAID' })] },
      ['DIVERGENT', 'Este pagamento já foi liquidado pelo arquivo 7, em 06/11/2026', false]],
    ['paid again, on another day',   { paid_on: '2026-11-06', occurrence: 'Liquidação após baixa' },
      { settlements: [settlement()], invoices: [invoice({ status: 'PAID', pay_day: '2026-11-05' })] },
      ['DIVERGENT', 'A fatura já foi paga em 05/11/2026: se o inquilino pagou de novo, devolva o valor', false]],
    ['paid again, by another boleto', {}, { settlements: [settlement({ fingerprint: 'boleto 12 2026-11-05 281130' })], invoices: [invoice({ status: 'PAID', pay_day: '2026-11-05' })] },
      ['DIVERGENT', 'A fatura já foi paga em 05/11/2026: se o inquilino pagou de novo, devolva o valor', false]],
    ['a statement told of it before', {}, { settlements: [settlement({ fingerprint: 'credit 341 1 77 2026-11-06 281130 COB', paid_on: '2026-11-06' })], invoices: [invoice({ status: 'PAID' })] },
      ['DIVERGENT', 'Este pagamento já foi liquidado pelo arquivo 7, em 06/11/2026', false]],
    ['a statement told of it, and a return file before this one', {},
      { settlements: [settlement({ fingerprint: 'credit 341 1 77 2026-11-06 281130 COB', paid_on: '2026-11-06', names: ['boleto 12 2026-11-05 281130'] })], invoices: [invoice({ status: 'PAID', pay_day: '2026-11-06' })] },
      ['DIVERGENT', 'A fatura já foi paga em 06/11/2026: se o inquilino pagou de novo, devolva o valor', false]],
    ['a statement told of an amount two weeks before', {}, { settlements: [settlement({ fingerprint: 'credit 341 1 77 2026-10-20 281130 COB', paid_on: '2026-10-20', credited_on: null })], invoices: [invoice({ status: 'PAID', pay_day: '2026-10-20' })] },
      ['DIVERGENT', 'A fatura já foi paga em 20/10/2026: se o inquilino pagou de novo, devolva o valor', false]],
    ['paid again, another amount',   { paid_amount: 5_000 }, { settlements: [settlement()], invoices: [invoice({ status: 'PAID', pay_day: '2026-11-05' })] },
      ['DIVERGENT', 'A fatura já foi paga em 05/11/2026: se o inquilino pagou de novo, devolva o valor', false]],
  ])('%s', (_, line, about, expected) => {
    expect(said(judged(line, about))).toEqual(expected);
  });

  test('a second payment of the same in one file', () => {
    const { lines } = match([entry(), entry({ line: 3, paid_on: '2026-11-04' })]);
    expect(lines.map(said)).toEqual([MATCHED, ['DIVERGENT', 'A linha 2 deste arquivo já paga esta fatura', false]]);
  });

  test('a line found by its amount alone never takes the place of the exact one', () => {
    const weak = entry({ line: 3, numbers: ['9'], account: { bank: '341', agency: null, account: null } });
    const { lines } = match([weak, entry({ line: 5 })]);
    expect(lines.map(said)).toEqual([['DIVERGENT', 'A linha 5 deste arquivo já paga esta fatura', false], MATCHED]);
  });

  test('a line that needs a person claims no invoice', () => {
    const { lines } = match([entry({ line: 3, paid_amount: 281_000 }), entry({ line: 5, paid_amount: 200 })]);
    expect(lines.map(({ payable }) => payable)).toEqual([true, true]);
  });

  test('after a line that can’t be settled the next one can', () => {
    const { lines } = match([entry({ paid_on: null }), entry({ line: 3 })]);
    expect(lines.map(said)[1]).toEqual(MATCHED);
  });

  test('what this file settled stands in its first pile, and the same line again does not', () => {
    const about = { settlements: [settlement({ file_id: 9 })], invoices: [invoice({ status: 'PAID' })] };
    const { lines } = match([entry(), entry({ line: 3 })], about);
    expect(lines.map(said)).toEqual([
      ['MATCHED', null, false],
      ['DIVERGENT', 'A fatura já foi paga: se o inquilino pagou de novo, devolva o valor', false],
    ]);
    expect(lines[0]?.settled).toBe(true);
    expect(lines[1]?.repeated).toBe(false);
  });
});

describe('settlements that need confirmation', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, Partial<KnownBoleto>, string]>([
    ['a boleto that was taken back', {}, { status: 'CANCELED' }, 'Este boleto foi cancelado'],
    ['paid before there was one',    {}, { issued_on: '2026-11-06' }, 'Pago antes de o boleto ser emitido, em 06/11/2026'],
    ['another amount at the bank',   { amount: 281_000 }, {}, 'No arquivo o boleto é de R$ 2.810,00, e aqui de R$ 2.811,30'],
    ['all that is odd is told',      { paid_amount: 100 }, { status: 'CANCELED' },
      'Este boleto foi cancelado. Pagou R$ 2.810,30 a menos do que o devido no dia, R$ 2.811,30'],
  ])('%s', (_, line, printed, reason) => {
    expect(said(judged(line, { boletos: [boleto(printed)] }))).toEqual(['DIVERGENT', reason, true]);
  });
});

describe('a statement', () => {
  const credit = (overrides: Partial<BankEntry> = {}) => ({
    ...{ mark: '341 0057123457 77', numbers: [], amount: null, due_date: null, label: 'PIX RECEBIDO' },
    ...({ paid_on: '2026-11-05', credited_on: '2026-11-05' } as const),
    ...overrides,
  });
  const fingerprint = 'credit 341 0057123457 77 2026-11-05 281130 4e63044b';

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, Partial<Known>, unknown[], string]>([
    ['a Pix that names the invoice',   credit({ pix_invoice: 1 }), {}, MATCHED, 'PIX'],
    ['of another amount',              credit({ pix_invoice: 1, paid_amount: 281_131 }), {},
      ['DIVERGENT', 'Pagou R$ 0,01 a mais do que o devido no dia, R$ 2.811,30', true], 'PIX'],
    ['only the amount: never by itself', credit(), {}, ['DIVERGENT', 'Encontrado só pelo valor: confira se é dele', true], 'PIX'],
    ['only the amount, a transfer',    credit({ label: 'TED RECEBIDA' }), {}, ['DIVERGENT', 'Encontrado só pelo valor: confira se é dele', true], 'MANUAL'],
    ['only the amount, a boleto',      credit({ label: 'LIQ COBRANÇA' }), {}, ['DIVERGENT', 'Encontrado só pelo valor: confira se é dele', true], 'BOLETO'],
    ['two of that amount',             credit(), { boletos: [boleto(), boleto({ id: 12, invoice_id: 2 })] },
      ['UNMATCHED', 'Há 2 boletos em aberto com este valor', false], 'PIX'],
    ['nobody’s',                       credit({ paid_amount: 5 }), {}, ['UNMATCHED', 'Nenhum boleto em aberto tem este valor', false], 'PIX'],
    ['a Pix of an invoice that isn’t ours', credit({ pix_invoice: 5, paid_amount: 5 }), {},
      ['UNMATCHED', 'Nenhum boleto em aberto tem este valor', false], 'PIX'],
    ['assigned in an earlier statement', credit(), { boletos: [], settlements: [settlement({ fingerprint, boleto_id: null })], invoices: [invoice({ status: 'PAID' })] },
      ['DIVERGENT', 'Este pagamento já foi liquidado pelo arquivo 7, em 06/11/2026', false], 'PIX'],
  ])('%s', (_, line, about, expected, method) => {
    const result = judged(line, about);
    expect(said(result)).toEqual(expected);
    expect(result.method).toBe(method);
  });

  test('two credits of one day and amount are two when the bank tells them apart', () => {
    const about = { invoices: [invoice(), invoice({ id: 2 })] };
    const { lines } = match(
      [entry(credit({ pix_invoice: 1 })), entry(credit({ line: 3, pix_invoice: 2, mark: '341 0057123457 78' }))],
      about,
    );
    expect(lines.map(said)).toEqual([MATCHED, MATCHED]);
    expect(lines[0]?.fingerprint).toBe(fingerprint);
    expect(lines[1]?.fingerprint).not.toBe(fingerprint);
  });
});

describe('a statement of a bank that numbers nothing', () => {
  const credit = (line: number, label: string) =>
    entry({
      ...{ line, label, mark: '104 0001300099 0', numbers: [], amount: null, due_date: null, assigned: line },
      ...({ paid_on: '2026-11-05', credited_on: '2026-11-05' } as const),
    });
  const about = { invoices: [invoice(), invoice({ id: 2 }), invoice({ id: 3 })] };

  test('has as many payments as lines, in every copy of it', () => {
    const file = [credit(1, 'CRED PIX'), credit(2, 'CRED PIX'), credit(3, 'CRED TED')];
    const { lines } = match(file, about);
    expect(lines.map(({ fingerprint }) => fingerprint)).toEqual([
      'credit 104 0001300099 0 2026-11-05 281130 6bfd1758',
      'credit 104 0001300099 0 2026-11-05 281130 6bfd1758 #2',
      'credit 104 0001300099 0 2026-11-05 281130 0ba1e10c',
    ]);
    expect(lines.map(said)).toEqual([MATCHED, MATCHED, MATCHED]);
    const settlements = lines.map(({ fingerprint }, index) =>
      settlement({ fingerprint: fingerprint ?? '', invoice_id: index + 1, line: index + 1, boleto_id: null }),
    );
    const again = match(file, { ...about, settlements });
    expect(again.lines.map(({ repeated }) => repeated)).toEqual([true, true, true]);
  });
});

describe('a report', () => {
  const read = (text: string) => {
    const reading = readBankFile(text, { isReport: true, today: TODAY });
    if (reading.problem !== undefined) throw new Error(reading.problem);
    return reading.entries;
  };
  const judgedRow = (text: string, about: Partial<Known> = {}) => match(read(text), about).lines[0] as Judged;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, unknown[], string | undefined]>([
    ['number, due, paid, amount',           '109/00258281-7 João 05/11/2026 05/11/2026 2.811,30', MATCHED, 'nosso número'],
    ['the columns the other way round',     '2.811,30 06/11/2026 05/11/2026 04/11/2026 258281-7', MATCHED, 'nosso número'],
    ['number without its digit',            '00258281 05/11/2026 2.811,30', MATCHED, 'nosso número'],
    ['late, charges beside the amount',     '00258281-7 05/11/2026 20/11/2026 2.811,30 289,56 3.100,86', MATCHED, 'nosso número'],
    ['linha digitável',                     `${formatDigitableLine(digitableLine(code))} 05/11/2026 2.811,30`, MATCHED, 'linha digitável'],
    ['only amount and due date',            'Fatura 99999 05/11/2026 2.811,30',
      ['DIVERGENT', 'Encontrado só pelo valor e pelo vencimento: confira se é dele', true], 'valor e vencimento'],
    ['only the number',                     '00258281-7 20/11/2026 3.100,86',
      ['DIVERGENT', 'Só o número confere: nem o valor nem o vencimento deste boleto estão na linha', true], 'nosso número'],
    ['amounts that can be read two ways',   '00258281-7 05/11/2026 20/11/2026 2.811,30 3.100,86',
      ['DIVERGENT', 'Não dá para saber pela linha o valor ou o dia do pagamento', false], 'nosso número'],
    ['a title that is still open',          '00258281-7 05/11/2026 2.811,30 EM ABERTO',
      ['DIVERGENT', 'A linha diz “em aberto”, e não que foi pago', false], 'nosso número'],
    ['written off because it was paid',     '00258281-7 05/11/2026 2.811,30 BAIXADO POR LIQUIDAÇÃO', MATCHED, 'nosso número'],
    ['nobody’s',                            '00000099-7 01/11/2026 10,00', ['UNMATCHED', 'Nenhum boleto daqui tem este nosso número', false], undefined],
  ])('%s', (_, text, expected, by) => {
    const line = judgedRow(text);
    expect(said(line)).toEqual(expected);
    expect(line.found?.by).toBe(by);
  });

  test('says the same as the return file', () => {
    expect(judgedRow('00258281-7 05/11/2026 2.811,30').fingerprint).toBe(judged().fingerprint);
    expect(judgedRow('00258281-7 05/11/2026 20/11/2026 2.811,30 289,56 3.100,86').fingerprint).toBe(
      judged({ paid_on: '2026-11-20', paid_amount: 310_086 }).fingerprint,
    );
  });
});

describe('identity of a payment across files', () => {
  const fingerprint = (overrides: Partial<BankEntry>, about?: Partial<Known>) => judged(overrides, about).fingerprint;
  const mine = fingerprint({});

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, boolean]>([
    ['itself',                        {}, true],
    ['in another line',               { line: 900 }, true],
    ['credited another day',          { credited_on: '2026-11-09' }, true],
    ['in other words',                { occurrence: 'Liquidação em cartório' }, true],
    ['with another fee',              { fee: 350 }, true],
    ['another day',                   { paid_on: '2026-11-04' }, false],
    ['another amount',                { paid_amount: 281_129 }, false],
  ])('%s', (_, line, same) => {
    expect(fingerprint(line) === mine).toBe(same);
  });

  test('of titles of others: bank, account and number', () => {
    const assigned = (overrides: Partial<BankEntry>) => fingerprint({ assigned: 1, ...overrides });
    const one = assigned({ numbers: ['77'] });
    expect(assigned({ numbers: ['77'], line: 3 })).toBe(one);
    expect(assigned({ numbers: ['78'] })).not.toBe(one);
    expect(assigned({ numbers: ['77'], account: { bank: '341', agency: '0057', account: '1' } })).not.toBe(one);
  });
});

test('other events are reported for our boletos only, and settle nothing', () => {
  const kinds = ['REGISTERED', 'REJECTED', 'RETURNED', 'OTHER'] as const;
  const entries = kinds.map((kind, index) =>
    entry({ kind, line: index + 2, occurrence: `Palavras ${index}`, paid_amount: 0 }),
  );
  const stranger = entry({ kind: 'REGISTERED', line: 9, numbers: ['404'] });
  expect(match([...entries, stranger])).toEqual({
    lines: [],
    news: [
      { line: 2, boleto_id: 11, kind: 'REGISTERED', words: 'Palavras 0' },
      { line: 3, boleto_id: 11, kind: 'REJECTED', words: 'Palavras 1' },
      { line: 4, boleto_id: 11, kind: 'RETURNED', words: 'Palavras 2' },
    ],
  });
});

test('queries for the lines of a file', () => {
  const [row] = [readBankFile('109/00258281-7 05/11/2026 2.811,30', { isReport: true, today: TODAY })];
  const entries = [entry(), entry({ assigned: 5 }), ...(row && 'entries' in row ? row.entries : [])];
  expect(lookupOf(entries, [boleto().agreement])).toEqual({
    numbers: ['00258281', '02582817'],
    digitable_lines: [],
    due: [{ due_date: '2026-11-05', amount: 281_130 }],
    amounts: [],
    invoices: [5],
    boletos: [],
    fingerprints: [
      'title 341 0057 12345 00258281 2026-11-05 281130',
      'title 341 0057 12345 00258281 2026-11-05 281130 #2',
      'title null null null 109002582817 2026-11-05 281130',
    ],
  });
});

test('ten thousand lines are matched, each with its boleto', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const boletos = many.map((id) => boleto({ id, invoice_id: id, nosso_numero: String(id).padStart(8, '0') }));
  const invoices = many.map((id) => invoice({ id }));
  const entries = many.map((id) => entry({ line: id, numbers: [String(id).padStart(8, '0')] }));
  const { lines } = matchFile(entries, { boletos, invoices, settlements: [] }, options);
  expect(lines.every(({ pile }) => pile === 'MATCHED')).toBe(true);
});

describe('a Pix that the bank names by its own identifier', () => {
  const first = 'E60746948202611051200aBcDeFgHiJk';
  const second = 'E60746948202611051430LmNoPqRsTuV';
  const pix = (mark: string) =>
    entry({
      line: 1,
      label: 'Pix',
      account: { bank: null, agency: null, account: null },
      numbers: [],
      mark,
      pix_invoice: 1,
    });
  const paid = { invoices: [invoice({ status: 'PAID', pay_day: '2026-11-05' })], boletos: [boleto()] };
  const settledBy = (fingerprint: string): KnownSettlement => ({
    ...{ file_id: 7, line: 1, fingerprint, invoice_id: 1, boleto_id: null, method: 'PIX' },
    ...({
      paid_on: '2026-11-05',
      credited_on: null,
      paid_amount: 281_130,
      settled_on: '2026-11-05',
      names: [],
    } as const),
  });
  const judged = (line: Partial<BankEntry>, settled: string) =>
    matchFile(
      [{ ...pix(first), ...line }],
      { ...paid, settlements: [settledBy(settled)] },
      { today: TODAY, fromBusinessDay: false, file: 8 },
    ).lines[0];
  const again = {
    ...{ repeated: false, payable: false, pile: 'DIVERGENT' },
    reason: 'A fatura já foi paga em 05/11/2026: se o inquilino pagou de novo, devolva o valor',
  };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<BankEntry>, string, boolean]>([
    ['itself',                               {},                                 `pix ${first}`, true],
    ['itself, in the text of a statement',   { mark: '341 1 9', label: `PIX RECEBIDO ${first}` }, `pix ${first}`, true],
    ['another Pix of the same amount',       { mark: second },                   `pix ${first}`, false],
    ['a boleto of the same amount',          {},                                 'boleto 11 2026-11-05 281130', false],
    ['the boleto whose QR code it paid',     { qr_boleto: 11 },                  'boleto 11 2026-11-05 281130', true],
    ['a credit that a statement told of',    {},                                 'credit 341 1 9 2026-11-05 281130 PIX', true],
  ])('beside %s', (_, line, settled, same) => {
    expect(judged(line, settled)).toMatchObject(same ? { repeated: true } : again);
  });
});
