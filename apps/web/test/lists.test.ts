import { describe, expect, test } from 'vitest';
import { LIST_ADDRESSES } from '../../../e2e/list-addresses.ts';
import { inForce, type ListFilters, remembered, withoutWords, wordsOf } from '../src/lib/list.ts';
import { routeTree } from '../src/routeTree.gen.ts';

type Route = {
  children?: Record<string, Route>;
  options: {
    path?: string;
    validateSearch?: { shape: Record<string, { safeParse: (value: unknown) => { data?: unknown } }> };
    staticData?: { list?: ListFilters };
  };
};

/** These say where on the page one is, or how it begins: they narrow nothing down. */
const NO_FILTERS = ['tab', 'record', 'copy', 'from', 'redirect', 'token'];

const below = (route: Route): Route[] => [route, ...Object.values(route.children ?? {}).flatMap(below)];
const pages = below(routeTree as unknown as Route)
  .filter(({ options }) => options.path !== undefined)
  .map(({ options: { path = '', validateSearch, staticData } }) => ({
    path: path.replace(/(.)\/$/, '$1'),
    names: Object.keys(validateSearch?.shape ?? {}),
    shape: validateSearch?.shape ?? {},
    list: staticData?.list,
  }));
const lists = pages.flatMap(({ list, ...page }) => (list ? [{ ...page, list }] : []));
const everything = new Proxy({}, { get: () => 'x' });

test('every page whose address narrows something down is a list, and says how each filter is seen', () => {
  expect(pages.length).toBeGreaterThan(30);
  const narrowing = pages.filter(({ names }) => names.some((name) => !NO_FILTERS.includes(name)));
  expect(narrowing.filter(({ list }) => !list).map(({ path }) => path)).toEqual([]);
  for (const { path, names, list } of lists)
    expect([path, Object.keys(list).sort()]).toEqual([path, names.filter((name) => name !== 'page').sort()]);
});

test('every list that can be narrowed down is opened with all of its filters by the browser tests', () => {
  const asked = lists
    .map(({ path, list }) => [path, Object.keys(inForce(list, everything)).sort()] as const)
    .filter(([, names]) => names.length > 0);
  const told = Object.entries(LIST_ADDRESSES).map(
    ([path, { address }]) => [path, [...new URLSearchParams(address).keys()].sort()] as const,
  );
  expect(told.toSorted()).toEqual(asked.toSorted());
});

test('whatever an address or an old view holds, a list opens', () => {
  for (const { path, shape } of lists)
    for (const [name, schema] of Object.entries(shape))
      for (const odd of ['', '\u0000', '-1', 'DROPPED', '9'.repeat(40), '{}', '2026-13-45'])
        expect([path, name, odd, schema.safeParse(odd)]).toMatchObject([path, name, odd, { success: true }]);
});

describe('search params of a list', () => {
  const list: ListFilters = {
    query: 'search',
    status: { label: 'Situação' },
    start: 'period',
    month: 'own',
    open: 'place',
  };
  const search = { query: 'ana', status: '', start: '2026-10-01', month: '2026-10', open: 3, page: 2, other: 'x' };

  test('comes back but for where one was', () => {
    expect(remembered(list, search)).toEqual({ query: 'ana', start: '2026-10-01', month: '2026-10' });
  });

  test('comes back from the menu with its filters; its words are kept apart', () => {
    expect(withoutWords(list, remembered(list, search))).toEqual({ start: '2026-10-01', month: '2026-10' });
    expect(wordsOf(list, search)).toEqual({ query: 'ana' });
  });

  test('can be cleared, except the filters that define the page', () => {
    expect(inForce(list, search)).toEqual({ query: 'ana', start: '2026-10-01' });
  });
});
