import { expect, test } from 'vitest';
import { pixParagraphs } from './pix-words.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Parameters<typeof pixParagraphs>, string[]]>([
  ['no code',      [null,   '2026-03-10', '2026-03-22'], []],
  ['not due yet',  ['0002', '2026-03-10', '2026-03-09'], ['Pix copia e cola:\n0002']],
  ['due today',    ['0002', '2026-03-10', '2026-03-10'], ['Pix copia e cola:\n0002']],
  ['overdue',      ['0002', '2026-03-10', '2026-03-22'], ['Pix copia e cola, com o valor de hoje, 22/03/2026:\n0002']],
])('in a message: %s', (_, given, paragraphs) => {
  expect(pixParagraphs(...given)).toEqual(paragraphs);
});
