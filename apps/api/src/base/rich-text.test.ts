import { expect, test } from 'vitest';
import { cleanHtml, cleanTemplate, headingsFrom, textOf } from './rich-text.ts';

test('allows variable chips in templates only', () => {
  const html = '<p><span data-variable="inquilino.nome" onclick="x()">Nome</span></p>';
  expect(cleanTemplate(html)).toBe('<p><span data-variable="inquilino.nome">Nome</span></p>');
  expect(cleanHtml(html)).toBe('<p>Nome</p>');
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['<h1>Título</h1><p>Um <strong>texto</strong> só.</p>', 'Título Um texto só.'],
  ['<ul><li><p>um</p></li><li><p>dois</p></li></ul>',     'um dois'],
  ['<p>1 &lt; 2 &amp;amp; "x"</p>',                       '1 < 2 &amp; "x"'],
  ['<p>a<br>b</p><hr><p>&nbsp;</p>',                      'a b'],
  ['<p></p>',                                             ''],
])('reads %s as %j', (html, text) => {
  expect(textOf(html)).toBe(text);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['<h1>a</h1><h2>b</h2><h3>c</h3>',                  '<h2>a</h2><h3>b</h3><h4>c</h4>'],
  ['<h3 style="text-align:center">c</h3>',            '<h2 style="text-align:center">c</h2>'],
  ['<h1>a</h1><h3>c</h3>',                            '<h2>a</h2><h3>c</h3>'],
  ['<p>h1</p><hr>',                                   '<p>h1</p><hr>'],
])('shifts %s below the page’s own heading', (html, shown) => {
  expect(headingsFrom(html, 2)).toBe(shown);
});
