import { expect, test } from 'vitest';
import { mergeParts, type Part } from '../chunks/merge-parts.ts';
import { openGraph } from '../chunks/module-graph.ts';

const part = (id: string, size: number, entries: string, rest: Partial<Part> = {}): Part => ({
  ...{ ids: [id], size, entries: new Set(entries), imports: new Set<string>() },
  ...rest,
});

/** A request counts as 8,000 bytes. */
const merged = (...parts: Part[]) =>
  mergeParts(parts)
    .map(({ ids }) => ids.toSorted().join('+'))
    .toSorted();

test.each([
  ['the same entries load both', [part('one', 90_000, 'ab'), part('other', 90_000, 'ab')], ['one+other']],
  [
    'a third entry pays less than two requests',
    [part('one', 15_999, 'ab'), part('other', 5_000, 'abc')],
    ['one+other'],
  ],
  ['a third entry pays two requests', [part('one', 16_000, 'ab'), part('other', 5_000, 'abc')], ['one', 'other']],
  ['no entry loads both', [part('one', 10, 'ab'), part('other', 10, 'cd')], ['one', 'other']],
  [
    'the merge that saves most comes first',
    [part('one', 100, 'abcd'), part('two', 7_000, 'ab'), part('three', 7_900, 'ab')],
    ['one', 'three+two'],
  ],
] as const)('%s', (_, parts, expected) => {
  expect(merged(...parts)).toEqual(expected);
});

test('what a part imports counts where it was not loaded', () => {
  const editor = part('editor', 400_000, 'a', { isFixed: true });
  const writing = part('writing', 500, 'a', { imports: new Set(['editor']) });
  expect(merged(editor, writing, part('reading', 500, 'ab'))).toEqual(['reading', 'writing']);
  const editorEverywhere = part('editor', 400_000, 'ab', { isFixed: true });
  expect(merged(editorEverywhere, writing, part('reading', 500, 'ab'))).toEqual(['reading+writing']);
});

test('what an entry has come to load costs it nothing again', () => {
  // Reading and writing bring the small rules to b, which then pays nothing for the notes beside them.
  const parts = [
    part('writing', 500, 'a', { imports: new Set(['rules']) }),
    part('reading', 500, 'ab'),
    part('rules', 1_000, 'ac'),
  ];
  const found = mergeParts(parts);
  const rules = found.find(({ ids }) => ids.includes('rules'));
  expect([...(rules?.entries ?? [])].toSorted()).toEqual(['a', 'b', 'c']);
});

const needs = (modules: Record<string, [code: string, importedIds: string[]]>, id: string) =>
  openGraph(Object.entries(modules).map(([name, [code, importedIds]]) => ({ id: name, code, importedIds })))(id);

const LIBRARY = {
  '/index.js': [
    'export { default as Search } from "./search.js";\nimport { Switch, Group as G } from "./switch.js";\nexport { Switch, G as Group };\n',
    ['/search.js', '/switch.js'],
  ],
  '/search.js': ['export default 1;', []],
  '/switch.js': ['export const Switch = 1, Group = 2;', []],
} satisfies Record<string, [string, string[]]>;

test.each([
  ['a name of an index', 'import { Search } from "kit";', ['/search.js']],
  ['a name that an index imports and exports', 'import { Group as Radio } from "kit";', ['/switch.js']],
  ['all of an index', 'import * as kit from "kit";', ['/index.js']],
  ['its effects', 'import "kit";', ['/index.js']],
  ['a name and its effects', 'import "kit";\nimport { Search } from "kit";', ['/index.js']],
  ['a name that the index has itself', 'import { Own } from "kit";', ['/index.js']],
])('a module that imports %s', (_, code, expected) => {
  expect(needs({ ...LIBRARY, '/page.js': [code, ['/index.js']] }, '/page.js')).toEqual(expected);
});

test('a module whose imports are not told by statements needs all of them', () => {
  expect(needs({ '/page.js': ['const a = require("a");', ['/a.js', '/b.js']] }, '/page.js')).toEqual([
    '/a.js',
    '/b.js',
  ]);
});

test('helpers of the bundler have no statement', () => {
  expect(
    needs({ ...LIBRARY, '/page.js': ['import { Search } from "kit";', ['/index.js', '\0helper']] }, '/page.js'),
  ).toEqual(['/search.js']);
});
