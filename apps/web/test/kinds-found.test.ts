import { expect, test } from 'vitest';
import { type Found, kindsFound } from '../src/app/shell/palette/found.ts';

const few = (...ids: number[]) => ({ data: ids.map((id) => ({ id })), more: false });
const found = { clients: few(7, 12), properties: few(), proposals: few(12), invoices: few(12, 40) } as unknown as Found;

test.each([
  [12, ['proposals', 'invoices', 'clients']],
  [7, ['clients', 'proposals', 'invoices']],
  [undefined, ['clients', 'proposals', 'invoices']],
])('with the number %s typed the kinds come as %j', (id, kinds) => {
  expect(kindsFound(found, id)).toEqual(kinds);
});
