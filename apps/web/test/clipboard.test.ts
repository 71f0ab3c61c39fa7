import { expect, test } from 'vitest';
import { ApiProblem } from '#web/lib/api/api.ts';
import { copy } from '#web/lib/clipboard.ts';

// Node has no clipboard, as a page that came over plain HTTP.

test.each([
  ['a text', 'Termo do acordo'],
  ['a text that is still loading', Promise.resolve('Termo do acordo')],
])('without a clipboard %s is not copied, and the promise is not rejected', async (_, text) => {
  await expect(copy(text, 'Texto copiado.')).resolves.toBe(false);
});

test('a text that could not be loaded is not copied, and nothing is left unhandled', async () => {
  const failed = Promise.reject(new ApiProblem(0, 'OFFLINE', 'Sem conexão com o servidor.'));
  await expect(copy(failed, 'Links copiados.')).resolves.toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
});
