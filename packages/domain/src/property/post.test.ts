import { expect, test } from 'vitest';
import { postPath } from './post.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ id: 12, title: 'Como visitar um imóvel: 5 dicas' }, '/blog/12/como-visitar-um-imovel-5-dicas'],
  [{ id: 3, title: '¿?' },                               '/blog/3/noticia'],
  [{ id: 4, title: `${'palavra '.repeat(20)}fim` },      `/blog/4/${'palavra-'.repeat(9)}palavra`],
  [{ id: 5, title: 'x'.repeat(120) },                    `/blog/5/${'x'.repeat(80)}`],
])('%j is at %s', (post, path) => {
  expect(postPath(post)).toBe(path);
});
