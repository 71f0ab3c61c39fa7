import { expect, test } from 'vitest';
import { postPath, postSummary } from './post.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ id: 12, title: 'Como visitar um imóvel: 5 dicas' }, '/site/blog/12/como-visitar-um-imovel-5-dicas'],
  [{ id: 3, title: '¿?' },                               '/site/blog/3/noticia'],
  [{ id: 4, title: `${'palavra '.repeat(20)}fim` },      `/site/blog/4/${'palavra-'.repeat(9)}palavra`],
  [{ id: 5, title: 'x'.repeat(120) },                    `/site/blog/5/${'x'.repeat(80)}`],
])('%j is at %s', (post, path) => {
  expect(postPath(post)).toBe(path);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['Curto.',                 20, 'Curto.'],
  ['Vinte letras exatas!',   20, 'Vinte letras exatas!'],
  ['O aluguel, em 2026, muda', 20, 'O aluguel, em 2026…'],
  ['Reajuste anual. Como funciona', 18, 'Reajuste anual…'],
  ['x'.repeat(30),           10, `${'x'.repeat(9)}…`],
])('%j in %i characters: %j', (text, most, summary) => {
  expect(postSummary(text, most)).toBe(summary);
});
