import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ProposalCreate } from '../lease/proposals.ts';
import { invoices } from '../money/invoices.ts';
import { calendarDate, clearable, document, id, money, nonNegativeMoney, percent, positiveMoney } from './fields.ts';
import { encoded, parseDecoded } from './wire.ts';

const Body = z.object({
  amount: positiveMoney('Informe o valor'),
  discount: z.optional(z.nullable(nonNegativeMoney('Informe o desconto'))),
  share: clearable(percent),
  document: document('Informe o documento'),
  day: calendarDate(),
  rows: z._default(z.array(z.object({ name: z.string(), price: money })), []),
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['amount',   123_456,                              1234.56],
  ['amount',   1,                                    0.01],
  ['amount',   0,                                    0],
  ['discount', null,                                 null],
  ['discount', undefined,                            undefined],
  ['share',    850,                                  8.5],
  ['share',    '',                                   ''],
  ['document', '529.982.247-25',                     '529.982.247-25'],
  ['day',      '2026-11-05',                         '2026-11-05'],
  ['rows',     [{ name: 'IPTU', price: 8_010 }],     [{ name: 'IPTU', price: 80.1 }]],
  ['rows',     [{ name: '', price: null }],          [{ name: '', price: null }]],
  ['unknown',  850,                                  850],
])('%s: %j travels as %j', (field, held, wire) => {
  expect(encoded(Body, { [field]: held })).toEqual({ [field]: wire });
});

test('what travels is decoded by the server to what the form held', () => {
  const held = { amount: 80_010, share: 3_333, document: '52998224725', day: '2026-11-05', rows: [] };
  expect(z.parse(Body, encoded(Body, held))).toEqual(held);
});

test('a filter of a query is encoded too, through its conversion from text', () => {
  expect(encoded(invoices.show.query, { pay_day: '2026-11-05', paid_amount: 123_456 })).toEqual({
    pay_day: '2026-11-05',
    paid_amount: 1234.56,
  });
});

test('yes and no travel as 1 and 0, months of rent with their decimals', () => {
  const held = { with_commission: true, penalty_rents: 250, commission: 1_000, current_price: 150_000 };
  const wire = { with_commission: 1, penalty_rents: 2.5, commission: 10, current_price: 1500 };
  expect(encoded(ProposalCreate, held)).toEqual(wire);
});

test('the id of a path travels as text', () => {
  expect(encoded(id, 12)).toBe('12');
});

test('an invalid value is refused with the message of its field, in the unit of the form', () => {
  const held = {
    amount: 0,
    share: null,
    document: '52998224725',
    day: '2026-11-05',
    rows: [{ name: 'a', price: null }],
  };
  const issues = parseDecoded(Body, held).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(issues).toEqual([
    ['amount', 'Informe o valor'],
    ['rows.0.price', 'Informe um valor em reais, com até duas casas decimais'],
  ]);
});
