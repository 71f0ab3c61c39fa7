import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankEntry } from './bank-entry.ts';
import { readBankFile } from './bank-file.ts';
import { lookupOf } from './matching/lookup.ts';
import { matchFile } from './matching/matching.ts';

const TODAY = '2026-11-22';
const read = (text: string, isReport = false) => readBankFile(text, { isReport, today: TODAY });

function entriesOf(text: string, isReport = false): BankEntry[] {
  const reading = read(text, isReport);
  if (reading.problem !== undefined) throw new Error(reading.problem);
  return reading.entries;
}

const at = (cells: readonly (readonly [number, string])[]) =>
  cells.reduce(
    (line, [from, text]) => line.slice(0, from - 1).padEnd(from - 1) + text + line.slice(from - 1 + text.length),
    '',
  );

/** Itaú, CNAB 400: a boleto of 2.811,30 paid late. */
const HEADER = at([
  [1, '02RETORNO01COBRANCA'],
  [27, '0057'],
  [33, '123457'],
  [77, '341'],
  [95, '221126'],
]).padEnd(400);
const DETAIL = at([
  [1, '1'],
  [63, '00258281'],
  [109, '06'],
  [111, '201126'],
  [147, '051126'],
  [153, '0000000281130'],
  [176, '0000000000210'],
  [254, '0000000309876'],
  [267, '0000000028956'],
  [296, '231126'],
]).padEnd(400);
const TRAILER = '9201341'.padEnd(400);
const RETURN = [HEADER, DETAIL, TRAILER].join('\r\n');

const credit = (fields: string) => `<STMTTRN><TRNTYPE>CREDIT${fields}</STMTTRN>`;
const statement = (...credits: string[]) =>
  `<OFX><STMTRS><BANKACCTFROM><BANKID>341<ACCTID>00571</BANKACCTFROM><BANKTRANLIST>${credits.join('')}</BANKTRANLIST></STMTRS></OFX>`;

const EMPTY = { digitable_line: null, pix_invoice: null, mark: null, problem: null, row: null, assigned: null };

test('a return file', () => {
  expect(read(RETURN)).toEqual({
    kind: 'CNAB400',
    bank: '341',
    account: '0057/12345',
    entries: [
      {
        ...EMPTY,
        ...{ line: 2, label: '00258281', occurrence: 'Liquidação normal', kind: 'SETTLED', numbers: ['00258281'] },
        account: { bank: '341', agency: '0057', account: '12345' },
        ...{ amount: 281_130, paid_amount: 310_086, fine_and_interest: 28_956, discount: 0, fee: 210 },
        ...{ due_date: '2026-11-05', paid_on: '2026-11-20', credited_on: '2026-11-23' },
        movement: '341 0057 12345 record 06 a86a8655',
      },
    ],
  });
});

test('a numbered return file names the movement by its number', () => {
  const numbered = RETURN.replace(/^(.{108}).{5}/, '$100025');
  expect(entriesOf(numbered).map(({ movement }) => movement)).toEqual(['341 0057 12345 25']);
});

test('a return file without a number names the movement by its record, which a file written anew repeats elsewhere', () => {
  const movementsOf = (...details: string[]) =>
    entriesOf([HEADER, ...details, TRAILER].join('\r\n')).map(({ movement }) => movement);
  const at = (place: number) => `${DETAIL.slice(0, 394)}${String(place).padStart(6, '0')}`;
  // Paid at another bank.
  const elsewhere = `${DETAIL.slice(0, 165)}104${DETAIL.slice(168)}`;
  const [first, second, third] = [...movementsOf(at(2)), ...movementsOf(elsewhere), ...movementsOf(elsewhere, at(3))];
  expect(second).not.toBe(first);
  expect([third, ...movementsOf(at(7))]).toEqual([second, first]);
});

test('a statement: each credit received', () => {
  const entries = entriesOf(
    statement(
      credit('<DTPOSTED>20261105<TRNAMT>2811.30<FITID>a1<MEMO>PIX FATURA0000000123 JOAO'),
      credit('<DTPOSTED>20261105<TRNAMT>-10.00<FITID>a2<MEMO>TARIFA'),
      credit('<DTPOSTED>20261105<TRNAMT>10.00<MEMO>TED JOSE'),
      credit('<DTPOSTED>99999999<TRNAMT>10.00<FITID>a4'),
    ),
  );
  expect(
    entries.map(({ line, label, mark, pix_invoice, paid_amount, paid_on, problem }) => [
      line,
      label,
      mark,
      pix_invoice,
      paid_amount,
      paid_on,
      problem,
    ]),
  ).toEqual([
    [1, 'PIX FATURA0000000123 JOAO', '341 00571 a1', 123, 281_130, '2026-11-05', null],
    [2, 'TED JOSE', '341 00571 TED JOSE', null, 1_000, '2026-11-05', null],
    [
      3,
      'Lançamento ilegível',
      null,
      null,
      null,
      null,
      'O dia ou o valor desta linha não pode ser lido, ou está em outra moeda',
    ],
  ]);
});

describe('a txid', () => {
  test.each([
    ['FATURA0000000123', 123],
    ['PIX REC FATURA0000000123.', 123],
    ['FATURA00000001234', null],
    ['FATURA 0000000123', null],
    ['FATURA0000000000', null],
  ])('%s', (memo, invoice) => {
    const [entry] = entriesOf(statement(credit(`<DTPOSTED>20261105<TRNAMT>1.00<MEMO>${memo}`)));
    expect(entry?.pix_invoice).toBe(invoice);
  });
});

describe('a report', () => {
  test('keeps what only the boleto can tell', () => {
    const [entry] = entriesOf('109/00258281-7 João 05/11/2026 20/11/2026 2.811,30 3.100,86', true);
    expect(entry).toMatchObject({
      ...{ numbers: ['109002582817'], paid_amount: null, paid_on: null, amount: null },
      row: { amounts: [281_130, 310_086], days: ['2026-11-05', '2026-11-20'], told: {} },
    });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['Liquidado',              null],
    ['Pago',                   null],
    ['Liquidação normal, baixado', null],
    ['Não pago',               'A linha diz “nao pago”, e não que foi pago'],
    ['Em aberto',              'A linha diz “em aberto”, e não que foi pago'],
    ['Entrada confirmada',     'A linha diz “entrada confirmada”, e não que foi pago'],
    ['CANCELADO',              'A linha diz “cancelado”, e não que foi pago'],
    ['Maria Entrada',          null],
  ])('%s', (words, problem) => {
    expect(entriesOf(`00258281-7 ${words} 05/11/2026 2.811,30`, true)[0]?.problem).toBe(problem);
  });
});

describe('implausible values', () => {
  const unread = { amount: null, paid_amount: null, problem: 'O banco escreveu um valor que não pode ser lido' };

  test('an amount of more than a thousand million', () => {
    expect(entriesOf(RETURN.replace('0000000281130', '9999999999999'))[0]).toMatchObject(unread);
    expect(entriesOf('00258281-7 05/11/2026 9.999.999.999.999,99', true)[0]).toMatchObject(unread);
  });

  test('a day of another age', () => {
    const text = statement(credit('<DTPOSTED>99991231<TRNAMT>1.00'), credit('<DTPOSTED>10000101<TRNAMT>1.00'));
    expect(entriesOf(text).map(({ paid_on, credited_on }) => [paid_on, credited_on])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(entriesOf('00258281-7 31/12/9999 2.811,30', true)[0]).toMatchObject({
      paid_on: null,
      row: { days: [], told: {} },
    });
  });

  test('half a letter', () => {
    const [entry] = entriesOf(statement(credit('<DTPOSTED>20261105<TRNAMT>1.00<MEMO>A&#55357;B')));
    expect([entry?.label.isWellFormed(), entry?.mark?.isWellFormed()]).toEqual([true, true]);
  });
});

test('any content is read or refused, and matches nothing', () => {
  const options = { today: TODAY, fromBusinessDay: true, file: null } as const;
  const character = fc.constantFrom('0', '9', ' ', 'A', '-', '\0', 'ç', '\n', '\ud800');
  const change = fc.tuple(fc.nat(RETURN.length - 1), character);
  const changed = (text: string, changes: [number, string][]) =>
    changes.reduce((now, [place, by]) => now.slice(0, place) + by + now.slice(place + 1), text);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.nat(RETURN.length), fc.boolean(), (changes, end, isReport) => {
      const text = changed(RETURN, changes).slice(0, end < 50 ? end : undefined);
      const reading = read(text, isReport);
      if (reading.problem !== undefined) return;
      lookupOf(reading.entries, [{ bank: '341', agency: '57', account: '12345', wallet: '109' }]);
      const { lines, news } = matchFile(reading.entries, { boletos: [], invoices: [], settlements: [] }, options);
      expect(lines.every(({ pile, reason }) => pile === 'UNMATCHED' && reason)).toBe(true);
      expect(news).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
