import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GLOSSARY } from '../src/ui/display/terms/glossary.ts';

const SRC = join(import.meta.dirname, '../src');
const screens = globSync('{features,routes}/**/*.tsx', { cwd: SRC }).map((file) =>
  readFileSync(join(SRC, file), 'utf8'),
);
/** What stands in `terms={[…]}` of a page or a part, or `<Terms of={[…]} />`. */
const used = screens.flatMap((text) =>
  [...text.matchAll(/(?:terms|<Terms of)=\{[^{}[]*\[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name),
  ),
);

test('every term of the glossary stands on some screen, and no other', () => {
  expect([...new Set(used)].sort()).toEqual(Object.keys(GLOSSARY).sort());
});

test.each(Object.values(GLOSSARY))('$name is told in one or two sentences', ({ name, body }) => {
  expect(name).toMatch(/^[a-zA-Zà-ÿ]/);
  expect(body.match(/[.;:](?=\s|$)/g)?.filter((end) => end === '.').length).toBeOneOf([1, 2]);
  expect(body.length).toBeLessThanOrEqual(240);
  expect(body.endsWith('.')).toBe(true);
});
