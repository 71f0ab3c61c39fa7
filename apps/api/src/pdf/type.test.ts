import { buffer } from 'node:stream/consumers';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { openPdf, setFace } from './type.ts';

async function copiedFrom(words: string): Promise<string> {
  const margins = { top: 40, right: 40, bottom: 40, left: 40 };
  const { pdf, root } = openPdf({ title: 'Recibo', author: 'Imobiliária Exemplo', day: '2026-11-20', margins });
  const bytes = buffer(pdf);
  root.add(pdf.struct('P', {}, () => setFace(pdf, { bold: true }, 12, '#000000').text(words)));
  root.end();
  pdf.end();
  return (await extractText(new Uint8Array(await bytes), { mergePages: true })).text;
}

test('the letters of a document are copied right after another one has drawn them within accented ones', async () => {
  // The font draws "ç" as "c" with a cedilla, and has for that "c" no letter of its own.
  expect(await copiedFrom('ç')).toBe('ç');
  expect(await copiedFrom('Recibo')).toBe('Recibo');
});

test('whatever earlier documents drew, every letter of a word is copied as it was written', async () => {
  const words = [
    'àáâãäçèéêëìíîïòóôõöùúûüñ',
    'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜÑ',
    'aceinouACEINOU',
    'R$ 1.234,56 − 10% §1º ª “fim” ‘a’ – — … • €',
    'fi fl ffi ffl difícil afluente',
    'ÞórŁódźŠiškaČech',
  ];
  for (const order of [words, words.toReversed(), words])
    for (const one of order) expect(await copiedFrom(one)).toBe(one);
});
