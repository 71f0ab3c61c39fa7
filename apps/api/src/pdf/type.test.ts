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
  // The font draws "ç" as "c" with a cedilla, and notes for that "c" no letter.
  expect(await copiedFrom('ç')).toBe('ç');
  expect(await copiedFrom('Recibo')).toBe('Recibo');
});
