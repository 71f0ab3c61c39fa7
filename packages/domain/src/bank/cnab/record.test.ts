import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../base/calendar.ts';
import { amount, blanks, code, day, exact, fixed, readRecord, text, writeRecord, zeros } from './record.ts';

const LAYOUT = {
  type: fixed(1, '1'),
  name: text(2, 11),
  document: code(12, 25),
  price: amount(26, 38),
  due_date: day(39, 44),
  issued_on: day(45, 52),
  credited_on: day(53, 60, 'YMD'),
  reserved: blanks(61, 63),
  nothing: zeros(64, 66),
};

const record = {
  name: 'José & Filhos Ltda',
  document: '12ABC34501DE35',
  price: 281_130,
  due_date: '2026-11-05',
  issued_on: '2026-10-26',
  credited_on: null,
} as const;

test('a record is written column by column', () => {
  expect(writeRecord(LAYOUT, record)).toBe(
    ['1', 'JOSE & FIL', '12ABC34501DE35', '0000000281130', '051126', '26102026', '00000000', '   ', '000'].join(''),
  );
});

test('and read back', () => {
  expect(readRecord(writeRecord(LAYOUT, record), LAYOUT)).toEqual({
    ...record,
    type: '1',
    name: 'JOSE & FIL',
    reserved: '',
    nothing: '000',
  });
});

describe('values of a column', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['0000000281130', 281_130],
    ['       281130', 281_130],
    ['0000000000000', 0],
    ['             ', 0],
    ['',              0],
    ['00000028113A0', Number.NaN],
    ['0000002811.30', Number.NaN],
  ])('as an amount, %j: %d', (cell, value) => {
    expect(readRecord(cell, { price: amount(1, 13) }).price).toBe(value);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['051126',   '2026-11-05'],
    ['290224',   '2024-02-29'],
    ['290223',   null],
    ['000000',   null],
    ['999999',   null],
    ['      ',   null],
    ['',         null],
  ])('as a day of six columns, %j: %s', (cell, value) => {
    expect(readRecord(cell, { due_date: day(1, 6) }).due_date).toBe(value);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['05112026', 'DMY', '2026-11-05'],
    ['20261105', 'YMD', '2026-11-05'],
    ['20261105', 'DMY', null],
    ['01085000', 'DMY', null],
  ] as const)('as a day of eight columns, %j %s: %s', (cell, order, value) => {
    expect(readRecord(cell, { due_date: day(1, 8, order) }).due_date).toBe(value);
  });
});

describe('a record with shifted columns is never written', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['a document that is too long', { document: '123456789012345' }],
    ['a masked document', { document: '529.982.247-25' }],
    ['an amount that is too large', { price: 99_999_999_999_999 }],
    ['a negative amount', { price: -1 }],
    ['half a centavo', { price: 0.5 }],
  ])('%s', (_, changes) => {
    expect(() => writeRecord(LAYOUT, { ...record, ...changes })).toThrow(RangeError);
  });

  test('columns left out, or told twice', () => {
    expect(() => writeRecord({ name: text(2, 3) }, { name: 'A' })).toThrow(RangeError);
    expect(() => writeRecord({ name: text(1, 3), other: text(3, 4) }, { name: 'A', other: 'B' })).toThrow(RangeError);
  });
});

test('exact values are written unchanged, or refused', () => {
  const layout = { key: exact(1, 12) };
  expect(writeRecord(layout, { key: 'ana@b.com.br' })).toBe('ana@b.com.br');
  expect(writeRecord(layout, { key: '52998224725' })).toBe('52998224725 ');
  for (const key of ['ana@bb.com.br', 'joão@b.com', 'a b']) {
    expect(() => writeRecord(layout, { key })).toThrow(RangeError);
  }
});

test('any values give a record of full length that is read back', () => {
  const layout = { price: amount(1, 13), due_date: day(14, 19), name: text(20, 29) };
  const told = fc.record({
    price: fc.nat(9_999_999_999_999),
    due_date: fc.option(fc.nat(20_000).map((days) => addDays('2000-01-01', days))),
    name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  });
  fc.assert(
    fc.property(told, (values) => {
      const line = writeRecord(layout, values);
      expect(line).toMatch(/^[\x20-\x7e]{29}$/);
      const { name: _, ...rest } = values;
      expect(readRecord(line, layout)).toMatchObject(rest);
    }),
  );
});
