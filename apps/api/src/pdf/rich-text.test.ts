import { buffer } from 'node:stream/consumers';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { blocksOf } from './rich-blocks.ts';
import { richTextPdf } from './rich-text.ts';

const pdfOf = (html: string) =>
  buffer(richTextPdf({ title: 'Contrato 12', author: 'Imobiliária', day: '2026-11-20', html }));

async function read(html: string) {
  const { text, totalPages } = await extractText(new Uint8Array(await pdfOf(html)), { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), totalPages };
}

describe('blocks of the editor', () => {
  test('headings, alignment and runs', () => {
    const [head, body] = blocksOf('<h1 style="text-align: center">Contrato</h1><p>A <strong>B <em>C</em></strong></p>');
    expect(head).toMatchObject({ tag: 'H1', align: 'center' });
    expect(body?.lines[0]?.map(({ text, bold, italic }) => [text, bold, italic])).toEqual([
      ['A ', false, false],
      ['B ', true, false],
      ['C', true, true],
    ]);
  });

  test('lists within lists, each numbered for itself', () => {
    const blocks = blocksOf('<ol><li><p>Um</p><ul><li><p>Dentro</p></li></ul></li><li><p>Dois</p></li></ol>');
    expect(blocks.map(({ marker, indent, lines }) => [marker, indent, lines[0]?.[0]?.text])).toEqual([
      ['1.', 1, 'Um'],
      ['•', 2, 'Dentro'],
      ['2.', 1, 'Dois'],
    ]);
  });

  test('a line that the writer broke', () => {
    expect(blocksOf('<p>Um<br>Dois</p>')[0]?.lines.map((runs) => runs.map(({ text }) => text))).toEqual([
      ['Um'],
      ['Dois'],
    ]);
  });
});

describe('the document', () => {
  test('says what was written, in its order', async () => {
    const { text } = await read(
      '<h1>Contrato</h1><p>Aluguel de <strong>R$ 2.350,00</strong>, vencível no dia 5.</p><ul><li>Água</li><li>Luz</li></ul>',
    );
    expect(text).toContain('Contrato Aluguel de R$ 2.350,00, vencível no dia 5. • Água • Luz');
  });

  test('turns its pages, and numbers them', async () => {
    const { text, totalPages } = await read(
      '<p>Cláusula com algum texto que ocupa a linha quase inteira.</p>'.repeat(90),
    );
    expect(totalPages).toBeGreaterThan(1);
    expect(text).toContain(`página ${totalPages} de ${totalPages}`);
    expect(text.match(/Cláusula/g)).toHaveLength(90);
  });

  test('is the same file for the same text', async () => {
    const once = await pdfOf('<p>Igual</p>');
    const again = await pdfOf('<p>Igual</p>');
    expect(once.toString('latin1').replace(/\/ID \[.*?\]/g, '')).toBe(
      again.toString('latin1').replace(/\/ID \[.*?\]/g, ''),
    );
  });

  test.each([
    ['nothing', ''],
    ['a word without end', `<p>${'x'.repeat(3_000)}</p>`],
    ['letters that the font lacks', '<p>Łódź 漢字 😀</p>'],
    ['lists in lists in lists', `${'<ul><li>'.repeat(18)}fundo${'</li></ul>'.repeat(18)}`],
  ])('stands %s', async (_, html) => {
    await expect(read(html)).resolves.toMatchObject({ totalPages: expect.any(Number) });
  });
});
