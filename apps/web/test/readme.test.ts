import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const README = new URL('../README.md', import.meta.url);
/** `npm run check` compiles these with the app. */
const COMPILED = new URL('readme/', import.meta.url);

test('the files that the README shows are those that are compiled', () => {
  // A block of code names its file in the first line.
  const shown = [...readFileSync(README, 'utf8').matchAll(/```tsx\n\/\/ (\S+)\n(.*?)```/gs)].map(
    ([, path = '', code]) => [
      basename(path),
      // The window lies beside its page there, as the app has another one.
      code?.replace('#web/features/invoices/', './'),
    ],
  );
  const compiled = readdirSync(COMPILED).map((name) => [name, readFileSync(new URL(name, COMPILED), 'utf8')]);
  expect(shown.toSorted()).toEqual(compiled.toSorted());
  expect(shown).toHaveLength(2);
});
