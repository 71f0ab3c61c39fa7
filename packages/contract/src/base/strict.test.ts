import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { givenDate, pageNumber, searchId, searchText } from './fields.ts';
import { strict } from './strict.ts';

const Search = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  id: searchId,
  startDate: z.catch(z.optional(givenDate()), undefined),
  order: z.catch(z.optional(z.enum(['id:desc', 'price:asc'])), undefined),
  pile: z.catch(z._default(z.enum(['able', 'left']), 'able'), 'able'),
  first: pageNumber,
});
const READABLE = { page: '2', query: 'ana', id: '7', startDate: '2026-02-28', order: 'price:asc', pile: 'left' };

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['page',      'zero'],
  ['page',      '0'],
  ['query',     'a'],
  ['id',        '-1'],
  ['startDate', '2026-02-30'],
  ['order',     'name:asc'],
  ['pile',      'other'],
  ['first',     'x'],
])('%s=%s: the address bar passes over it, a call refuses it', (field, value) => {
  const search = { ...READABLE, [field]: value };
  expect(Search.safeParse(search).success).toBe(true);
  const refused = strict(Search).safeParse(search);
  expect(refused.error?.issues.map(({ path }) => path)).toEqual([[field]]);
});

describe('a call', () => {
  test('reads what is readable, and fills in what is left out as the address bar does', () => {
    const read = { page: 2, query: 'ana', id: 7, startDate: '2026-02-28', order: 'price:asc', pile: 'left', first: 1 };
    expect(strict(Search).parse(READABLE)).toEqual(read);
    expect(strict(Search).parse({})).toEqual({ pile: 'able', first: 1 });
  });

  test('refuses an unreadable filter in its query and in the selection of its body', () => {
    const { list } = endpoints('views', {
      list: {
        method: 'POST',
        path: '/x',
        access: 'login',
        summary: 'x',
        query: Search,
        body: z.union([z.object({ ids: z.array(z.int()) }), z.object({ filter: Search })]),
      },
    });
    expect(list.query.safeParse({ order: 'x' }).success).toBe(false);
    expect(list.body.safeParse({ filter: { order: 'x' } }).success).toBe(false);
    expect(list.body.safeParse({ filter: READABLE }).success).toBe(true);
    expect(list.body.safeParse({ ids: [1] }).success).toBe(true);
  });

  test('keeps a check across fields', () => {
    const Period = z
      .object({ start: z.catch(z.optional(givenDate()), undefined), end: z.optional(givenDate()) })
      .check(z.refine(({ start, end }) => !start || !end || start <= end));
    expect(strict(Period).safeParse({ start: '2026-03-02', end: '2026-03-01' }).success).toBe(false);
  });

  test('leaves a schema alone that catches nothing', () => {
    const Body = z.object({ name: z.string(), tags: z.optional(z.array(z.string())) });
    expect(strict(Body)).toBe(Body);
  });
});
