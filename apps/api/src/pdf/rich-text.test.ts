import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { blocksOf } from './rich-blocks.ts';
import { richTextPdf } from './rich-text.ts';

const pdfOf = (html: string) =>
  buffer(richTextPdf({ title: 'Contrato 12', agency: { name: 'Imobiliária' }, day: '2026-11-20', html }));

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

/** The words that the preview shows: the text of the HTML, blocks apart. */
const previewWords = (html: string) =>
  html
    .replace(/<\/(p|h1|h2|h3|li|blockquote)>|<br>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .split(/[\s\u00a0]+/)
    .filter(Boolean);

type Item = { text: string; left: number; right: number; y: number };

/** Pieces of text of the first page with their places, in points. */
async function items(html: string): Promise<Item[]> {
  const page = await (await getDocumentProxy(new Uint8Array(await pdfOf(html)))).getPage(1);
  const { items } = await page.getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, left: item.transform[4], right: item.transform[4] + item.width, y: item.transform[5] }]
      : [],
  );
}

const PARTIES =
  '<p>Pelo presente instrumento, <strong>Imobiliária Exemplo Ltda.</strong> e <strong>Ana Lima</strong>, brasileira, ' +
  '<em>casada</em> <u>engenheira</u>, inscrita no CPF <strong>529.982.247-25</strong> , residente à Rua das Flores, 10, ' +
  'Juiz de Fora/MG, CEP 36.010-000, resolvem locar o imóvel por <strong>R$\u00a02.350,00</strong> ao mês, com ' +
  'vencimento no dia <strong> 5 </strong>de cada mês, pelo prazo de trinta meses a contar da assinatura.</p>';

describe('the document', () => {
  test('has the words of the preview, in their order', async () => {
    const html = `<h2>Das partes</h2>${PARTIES}<ol><li><p>Água <strong>e</strong> luz</p></li><li><p>Gás</p></li></ol>`;
    const { text } = await read(html);
    const printed = text.split(/[\s\u00a0]+/).filter((word) => word !== '' && !/^\d\.$/.test(word));
    const wanted = previewWords(html);
    // The letterhead stands before the text, the page's foot after it.
    expect(printed.slice(1, 1 + wanted.length)).toEqual(wanted);
  });

  test('justifies every line of a paragraph but the last', async () => {
    const drawn = (await items(PARTIES)).filter(({ y }) => y > 100 && y < 770);
    const lines = [...Map.groupBy(drawn, ({ y }) => Math.round(y)).values()];
    expect(lines.length).toBeGreaterThan(3);
    const ends = lines.map((line) =>
      Math.max(...line.map(({ text, right }) => (text.endsWith(' ') ? right - 2.9 : right))),
    );
    // The right margin lies at 595.28 - 64.
    for (const end of ends.slice(0, -1)) expect(Math.abs(end - 531.28)).toBeLessThan(1);
    expect(ends.at(-1)).toBeLessThan(500);
    expect(lines.map((line) => Math.min(...line.map(({ left }) => left)))).toEqual(lines.map(() => 72));
  });

  test('keeps a postal code on the line of its city', async () => {
    const address = 'Rua das Acácias, 120, apartamento 302, Centro, Juiz de Fora/MG, CEP 36.010-000';
    const paragraphs = Array.from({ length: 20 }, (_, filler) => `<p>${'ii '.repeat(filler)}${address}</p>`);
    const lines = [...Map.groupBy(await items(paragraphs.join('')), ({ y }) => Math.round(y)).values()]
      .map((line) => line.map(({ text }) => text).join(''))
      .filter((line) => line.includes('36.010-000'));
    expect(lines).toHaveLength(20);
    for (const line of lines) expect(line).toMatch(/Fora\/MG,\s?CEP\s36\.010-000/);
  });

  test('carries its typeface inside the file, minus sign included', async () => {
    const bytes = await pdfOf('<p>Saldo: \u2212R$ 10,00 <strong>negrito</strong> <em>itálico</em></p>');
    const source = bytes.toString('latin1');
    expect(source).not.toMatch(/\/BaseFont \/Helvetica/);
    expect(source.match(/\/FontFile2? /g)).toHaveLength(3);
    expect((await read('<p>Saldo: \u2212R$ 10,00</p>')).text).toContain('Saldo: \u2212R$ 10,00');
  });

  test("begins with the agency's letterhead", async () => {
    const agency = { name: 'Imobiliária Exemplo', cnpj: '11222333000181', creci: 'MG-1234', phone: '3233334444' };
    const bytes = await buffer(richTextPdf({ title: 'Contrato 12', agency, day: '2026-11-20', html: '<p>Texto</p>' }));
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    const words = text.replace(/\s+/g, ' ');
    expect(words).toMatch(/^Imobiliária Exemplo CNPJ 11\.222\.333\/0001-81 · CRECI MG-1234 \(32\) 3333-4444 Texto/);
  });

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
