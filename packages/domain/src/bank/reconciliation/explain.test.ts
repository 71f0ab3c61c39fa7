import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../base/calendar.ts';
import {
  type Books,
  type Bundle,
  candidatesOf,
  certain,
  isBankFee,
  MOST_CANDIDATES,
  type Movement,
} from './explain.ts';

const E2E = 'E00416968202611051030abcdefghijk';

const movement = (id: number, day: CalendarDate, amount: number, rest: Partial<Movement> = {}): Movement => ({
  ...{ id, day, amount, account_id: 1, memo: 'CREDITO', key: `F${id}` },
  ...rest,
});
const line = (
  id: number,
  day: CalendarDate,
  amount: number,
  person: string | null = null,
  description = 'Aluguel',
) => ({
  ...{ id, day, amount, person, description, document: person && '12345678909' },
});
const bundle = (kind: Bundle['kind'], day: CalendarDate, entries: number[], amount: number, fee = 0): Bundle => ({
  ...{ kind, day, entries, amount, fee },
});
const books = (parts: Partial<Books>): Books => ({
  ...{ lines: [], bundles: [], pix: new Map(), own: { names: ['Imobiliária Serra'], documents: ['11222333000181'] } },
  ...parts,
});

/** `PIX 1+2`, `BANK_FILE 1+2 fee 300`, `OWN_TRANSFER of 9`. */
const told = (movements: Movement[], known: Books) =>
  [...candidatesOf(movements, known)].map(([id, found]) => [
    id,
    found.map(
      ({ kind, entries, fee, other_id }) =>
        `${kind} ${other_id === null ? entries.join('+') : `of ${other_id}`}${fee > 0 ? ` fee ${fee}` : ''}`,
    ),
  ]);

describe('what a movement may be', () => {
  const settled = [line(1, '2026-11-05', 100_000), line(2, '2026-11-05', 50_000)];
  const file = bundle('BANK_FILE', '2026-11-05', [1, 2], 150_000, 700);
  const paid = [line(3, '2026-11-10', -80_000), line(4, '2026-11-10', -20_000)];
  const payment = bundle('PAYMENT', '2026-11-10', [3, 4], -100_000);

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Movement[], Partial<Books>, string[]]>([
    ['the payments of a file',               [movement(1, '2026-11-05', 150_000)],  { lines: settled, bundles: [file] }, ['BANK_FILE 1+2']],
    ['the payments less the fee',            [movement(1, '2026-11-06', 149_300)],  { lines: settled, bundles: [file] }, ['BANK_FILE 1+2 fee 700']],
    ['a file four days earlier',             [movement(1, '2026-11-09', 150_000)],  { lines: settled, bundles: [file] }, []],
    ['one centavo more',                     [movement(1, '2026-11-05', 150_001)],  { lines: settled, bundles: [file] }, []],
    ['a Pix named in the memo',              [movement(1, '2026-11-05', 50_000, { memo: `PIX ${E2E}` })], { lines: [...settled, line(9, '2026-11-05', 50_000)], pix: new Map([[E2E, 2]]) }, ['PIX 2']],
    ['a Pix named as the FITID',             [movement(1, '2026-11-05', 50_000, { key: `${E2E}|2026-11-05|50000` })], { lines: settled, pix: new Map([[E2E, 2]]) }, ['PIX 2']],
    ['a Pix of another amount',              [movement(1, '2026-11-05', 100_000, { memo: E2E })], { lines: settled, pix: new Map([[E2E, 2]]) }, ['ENTRY 1']],
    ['a Pix that is unknown',                [movement(1, '2026-11-05', 50_000, { memo: E2E })],  { lines: settled }, ['ENTRY 2']],
    ['the transfers of a payment',           [movement(1, '2026-11-10', -100_000)], { lines: paid, bundles: [payment] }, ['PAYMENT 3+4']],
    ['a single transfer',                    [movement(1, '2026-11-10', -80_000)],  { lines: paid, bundles: [payment] }, ['ENTRY 3']],
    ['a payment of one transfer, once',      [movement(1, '2026-11-10', -80_000)],  { lines: paid, bundles: [bundle('PAYMENT', '2026-11-10', [3], -80_000)] }, ['PAYMENT 3']],
    ['an entry three days before',           [movement(1, '2026-11-08', 50_000)],   { lines: settled }, ['ENTRY 2']],
    ['an entry three days after',            [movement(1, '2026-11-02', 50_000)],   { lines: settled }, ['ENTRY 2']],
    ['an entry four days after',             [movement(1, '2026-11-01', 50_000)],   { lines: settled }, []],
    ['an entry on the other side',           [movement(1, '2026-11-05', -50_000)],  { lines: settled }, []],
    ['equal entries, the nearest first',     [movement(1, '2026-11-05', 50_000)],   { lines: [line(7, '2026-11-07', 50_000), ...settled, line(8, '2026-11-04', 50_000)] }, ['ENTRY 2', 'ENTRY 8', 'ENTRY 7']],
    ['a movement of another account',        [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-06', 50_000, { account_id: 2 })], {}, ['OWN_TRANSFER of 2']],
    ['a credit before the debit',            [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-04', 50_000, { account_id: 2 })], {}, []],
    ['a credit three days after the debit',  [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-08', 50_000, { account_id: 2 })], {}, ['OWN_TRANSFER of 2']],
    ['a fee and a credit of its amount',     [movement(1, '2026-11-05', -4_990, { memo: 'TAR PACOTE SERVICOS' }), movement(2, '2026-11-05', 4_990, { account_id: 2 })], {}, []],
    ['a debit to another name',              [movement(1, '2026-11-05', -50_000, { memo: 'PIX ENVIADO JOSE LIMA' }), movement(2, '2026-11-05', 50_000, { account_id: 2 })], {}, []],
    ['a credit from another name',           [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-05', 50_000, { account_id: 2, memo: 'PIX RECEBIDO ANA' })], {}, []],
    ['both sides with our own name',         [movement(1, '2026-11-05', -50_000, { memo: 'PIX ENVIADO IMOBILIARIA SERRA LTDA' }), movement(2, '2026-11-05', 50_000, { account_id: 2, memo: 'PIX RECEB 11.222.333/0001-81 SERRA GESTAO' })], {}, ['OWN_TRANSFER of 2']],
    ['an opposite of the same account',      [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-06', 50_000)], {}, []],
  ])('%s', (_, movements, parts, expected) => {
    expect(told(movements, books(parts))[0]?.[1]).toEqual(expected);
  });

  test('no more than can be offered', () => {
    const many = Array.from({ length: 50 }, (_, place) => line(place, '2026-11-05', 50_000));
    expect(told([movement(1, '2026-11-05', 50_000)], books({ lines: many }))[0]?.[1]).toHaveLength(MOST_CANDIDATES);
  });
});

describe('what is explained without asking', () => {
  const sure = (movements: Movement[], known: Books) =>
    certain(movements, known).map(({ id, candidate: { kind } }) => `${id} ${kind}`);
  const rent = (id: number, day: CalendarDate = '2026-11-05') => line(id, day, 50_000);

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Movement[], Partial<Books>, string[]]>([
    ['one movement and one entry',           [movement(1, '2026-11-05', 50_000)], { lines: [rent(1)] }, ['1 ENTRY']],
    ['one movement and two entries',         [movement(1, '2026-11-05', 50_000)], { lines: [rent(1), rent(2, '2026-11-08')] }, []],
    ['two movements and one entry',          [movement(1, '2026-11-05', 50_000), movement(2, '2026-11-06', 50_000)], { lines: [rent(1)] }, []],
    ['two movements, each with its own Pix', [movement(1, '2026-11-05', 50_000, { memo: E2E }), movement(2, '2026-11-05', 50_000, { memo: E2E.replace('k', 'z') })], { lines: [rent(1), rent(2)], pix: new Map([[E2E, 1], [E2E.replace('k', 'z'), 2]]) }, ['1 PIX', '2 PIX']],
    ['a fee to be recorded first',           [movement(1, '2026-11-05', 49_300)], { lines: [rent(1)], bundles: [bundle('BANK_FILE', '2026-11-05', [1], 50_000, 700)] }, []],
    ['a file, and one of its payments',      [movement(1, '2026-11-05', 90_000), movement(2, '2026-11-05', 50_000)], { lines: [rent(1), line(2, '2026-11-05', 40_000)], bundles: [bundle('BANK_FILE', '2026-11-05', [1, 2], 90_000)] }, []],
    ['both sides of a transfer',             [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-05', 50_000, { account_id: 2 })], {}, []],
    ['a transfer that may be an entry',      [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-05', 50_000, { account_id: 2 })], { lines: [rent(1)] }, []],
    ['a transfer with two other sides',      [movement(1, '2026-11-05', -50_000), movement(2, '2026-11-05', 50_000, { account_id: 2 }), movement(3, '2026-11-05', 50_000, { account_id: 3 })], {}, []],
    ['nothing',                              [], {}, []],
    ['an entry of the day before',           [movement(1, '2026-11-06', 50_000)], { lines: [rent(1)] }, []],
    ['the day before, with its tenant',      [movement(1, '2026-11-06', 50_000, { memo: 'PIX RECEBIDO MARIA SOUZA' })], { lines: [line(1, '2026-11-05', 50_000, 'Maria Souza')] }, ['1 ENTRY']],
    ['the day before, with the CPF',         [movement(1, '2026-11-06', 50_000, { memo: 'PIX 123.456.789-09' })], { lines: [line(1, '2026-11-05', 50_000, 'Maria Souza')] }, ['1 ENTRY']],
    ['the same day, with another name',      [movement(1, '2026-11-05', 50_000, { memo: 'PIX RECEBIDO ANA LIMA' })], { lines: [line(1, '2026-11-05', 50_000, 'Maria Souza')] }, []],
    ['the same day, a name and no tenant',   [movement(1, '2026-11-05', 50_000, { memo: 'PIX RECEBIDO ANA LIMA' })], { lines: [rent(1)] }, []],
    ['the same day, a bill and its name',    [movement(1, '2026-11-05', -50_000, { memo: 'PAGTO CEMIG' })], { lines: [line(1, '2026-11-05', -50_000)] }, ['1 ENTRY']],
    ['the day after, what is paid is named', [movement(1, '2026-11-06', -50_000, { memo: 'PAGTO CEMIG' })], { lines: [line(1, '2026-11-05', -50_000, null, 'Conta da Cemig')] }, ['1 ENTRY']],
    ['the same day, our own name',           [movement(1, '2026-11-05', 50_000, { memo: 'TED IMOBILIARIA SERRA' })], { lines: [line(1, '2026-11-05', 50_000, 'Maria Souza')] }, ['1 ENTRY']],
    ['a file credited on the day before',    [movement(1, '2026-11-06', 90_000)], { lines: [rent(1), line(2, '2026-11-05', 40_000)], bundles: [bundle('BANK_FILE', '2026-11-05', [1, 2], 90_000)] }, []],
    ['a file credited that day',             [movement(1, '2026-11-05', 90_000, { memo: 'COB LIQUIDACAO' })], { lines: [rent(1), line(2, '2026-11-05', 40_000)], bundles: [bundle('BANK_FILE', '2026-11-05', [1, 2], 90_000)] }, ['1 BANK_FILE']],
    ['a payee paid in one on the day after', [movement(1, '2026-11-06', -90_000, { memo: 'SISPAG JOSE LIMA' })], { lines: [line(1, '2026-11-05', -50_000, 'José Lima'), line(2, '2026-11-05', -40_000, 'José Lima')], bundles: [bundle('PAYMENT', '2026-11-05', [1, 2], -90_000)] }, ['1 PAYMENT']],
  ])('%s', (_, movements, parts, expected) => {
    expect(sure(movements, books(parts))).toEqual(expected);
  });

  test('ten thousand movements of one amount take no time', () => {
    const movements = Array.from({ length: 10_000 }, (_, id) => movement(id, '2026-11-05', 50_000));
    const lines = Array.from({ length: 10_000 }, (_, id) => rent(id));
    // CPU time in microseconds: other processes of the machine don't add to it.
    const start = process.cpuUsage();
    expect(sure(movements, books({ lines }))).toEqual([]);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number, string, boolean]>([
  [-4_990, 'TAR PACOTE SERVICOS',      true],
  [-250,   'Tarifa boleto liquidado',  true],
  [-120,   'IOF',                      true],
  [4_990,  'TAR ESTORNO',              false],
  [-9_000, 'PIX ENVIADO TARCISIO',     false],
])('%d of %j is a fee of the bank: %s', (amount, memo, expected) => {
  expect(isBankFee({ amount, memo })).toBe(expected);
});
