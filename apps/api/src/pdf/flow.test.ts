import { buffer } from 'node:stream/consumers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { receiptPdf } from './receipt.ts';
import { richTextPdf } from './rich-text.ts';
import { statementPdf } from './statement.ts';

const agency = { name: 'Imobiliária Exemplo', cnpj: '11222333000181', creci: 'MG-1234', phone: '3233334444' };
const day: CalendarDate = '2026-11-20';
const COUNTS = Array.from({ length: 80 }, (_, index) => index + 1);
const SOME = COUNTS.filter((count) => count % 20 === 1 || (count >= 21 && count <= 25));

/** The short form tries some sizes, including those around the first page breaks. The long form tries all. */
function testSizes(title: string, of: (count: number) => Promise<void>) {
  const each = async (counts: number[]) => {
    for (const count of counts) await of(count);
  };
  test(`${title}: some sizes up to 80`, () => each(SOME));
  test(`${title}: every size up to 80`, LONG, () => each(COUNTS));
}

/** Upper end of the foot of each page, in points from the paper's lower edge. */
const FOOT = 60;

type Page = { text: string; lowest: number };

/** Text of each page without its foot, and the height of its lowest line. */
async function pagesOf(stream: NodeJS.ReadableStream): Promise<Page[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(stream)));
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      const body = items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' && item.transform[5] > FOOT ? [item] : [],
      );
      return {
        text: body
          .map(({ str }) => str)
          .join(' ')
          .replace(/\s+/g, ' '),
        lowest: Math.min(...body.map(({ transform }) => transform[5])),
      };
    }),
  );
}

const names = (word: string, count: number) => COUNTS.slice(0, count).map((number) => `${word}-${number}.`);
const saying = (pages: Page[], words: string) =>
  pages.flatMap(({ text }, index) => (text.includes(words) ? index : []));

/** Expects each of the words on exactly one page, in their order. */
function expectOnce(pages: Page[], words: string[]) {
  const places = words.map((one) => saying(pages, one));
  expect(places.filter((found) => found.length !== 1)).toEqual([]);
  expect(places.flat()).toEqual(places.flat().toSorted((a, b) => a - b));
}

/** Expects all of the words on the last page only. */
function expectTogether(pages: Page[], words: string[]) {
  for (const one of words) expect([one, saying(pages, one)]).toEqual([one, [pages.length - 1]]);
}

function expectFilled(pages: Page[], bottom: number) {
  for (const { text, lowest } of pages) {
    expect(text).not.toBe('');
    expect(lowest).toBeGreaterThan(bottom);
  }
}

/** A note too long for the line of its name. */
const NOTE = 'nota que não cabe ao lado do nome e '.repeat(4);

const receipt = (count: number) => {
  const lines = names('Taxa', count).map((name, index) => ({
    name,
    amount: 1_000,
    ...(index % 3 === 0 && { note: NOTE }),
  }));
  return receiptPdf({
    agency,
    title: 'Folha de rescisão',
    number: 12,
    day,
    amount: count * 1_000,
    statement: ['Contrato de locação de ', { bold: 'Ana Lima' }, ', conforme a discriminação.'],
    facts: [{ label: 'Imóvel', value: 'Rua das Flores, 10, Juiz de Fora/MG', wide: true }],
    lines,
    adjustment: { name: 'Desconto combinado', amount: -500 },
    total: 'Total a pagar pelo inquilino',
    quittance: 'As partes conferiram os valores acima.',
    place: 'Juiz de Fora/MG',
    signature: { name: 'Ana Lima Signatária', detail: 'CPF 529.982.247-25' },
  });
};

describe('a receipt', () => {
  testSizes('breaks between rows, its total and signature after a row', async (count) => {
    const pages = await pagesOf(receipt(count));
    const rows = names('Taxa', count);
    expectOnce(pages, rows);
    expectTogether(pages, [
      rows.at(-1) ?? '',
      'Total discriminado',
      'Desconto combinado',
      'Total a pagar pelo inquilino',
      'As partes conferiram',
      '20 de novembro de 2026',
      'Ana Lima Signatária',
      'CPF 529.982.247-25',
    ]);
    expectFilled(pages, 841.89 - 764);
    // A head stands above rows alone.
    for (const { text } of pages) expect(text.includes('Discriminação')).toBe(/Taxa-\d/.test(text));
  });
});

const statement = (count: number, inside: number) =>
  statementPdf({
    agency,
    owner: 'Joana Prado',
    period: '2026-11',
    day,
    about: ['Período de 01/11/2026 a 20/11/2026'],
    facts: [{ label: 'Saldo anterior', value: 'R$ 0,00' }],
    opening: 0,
    events: names('Repasse', count).map((title, index) => ({
      date: day,
      title,
      note: `Nota-${index + 1}.`,
      lines: names(`Parte-${index + 1}`, inside).map((name) => ({ name, amount: 100 })),
      amount: 100 * inside,
      balance: 100 * inside * (index + 1),
    })),
    closing: 1_234,
    closingLabel: 'Saldo final',
    remark: 'Saldo a repassar ao proprietário em 20/11/2026.',
    check: ['Código de verificação: 0f3a', 'SHA-256 dos dados: 1b'],
  });

describe("an owner's statement", () => {
  testSizes('keeps the lines of each event on one page, and its balance after an event', async (count) => {
    const pages = await pagesOf(statement(count, count % 4));
    expectOnce(pages, names('Repasse', count));
    names('Repasse', count).forEach((title, index) => {
      const parts = names(`Parte-${index + 1}`, count % 4);
      const [place] = saying(pages, title);
      expect([`Nota-${index + 1}.`, ...parts].map((one) => saying(pages, one))).toEqual(
        [0, ...parts].map(() => [place]),
      );
    });
    expectTogether(pages, [`Repasse-${count}.`, 'Saldo final', 'Saldo a repassar ao proprietário em']);
    expectFilled(pages, 841.89 - 764);
    for (const { text } of pages) expect(text).toContain('Lançamento');
  });

  test('of one event taller than a page breaks between the lines of the event', async () => {
    const pages = await pagesOf(statement(1, 80));
    expect(pages.length).toBeGreaterThan(1);
    expectOnce(pages, names('Parte-1', 80));
    // 80 lines of 1,00, beside the title.
    expect(pages[0]?.text).toMatch(/Repasse-1\..* 80,00 80,00/);
    expectTogether(pages, ['Parte-1-80.', 'Saldo final', 'Saldo a repassar']);
    expectFilled(pages, 841.89 - 764);
  });
});

const LINE = '_'.repeat(30);
const signed = (role: string) => `<p style="text-align:center">${LINE}<br>Nome ${role}<br>Papel ${role}</p>`;
const PARTIES = ['do locador', 'do locatário', 'do fiador'];
const contract = (html: string) => pagesOf(richTextPdf({ title: 'Contrato 12', agency, day, html }));

describe('a contract', () => {
  testSizes('keeps place, date and signatures on one page, after a clause', async (count) => {
    const clauses = names('Cláusula', count);
    const pages = await contract(
      `${clauses.map((one) => `<p>${one}</p>`).join('')}<p>Juiz de Fora, 20 de novembro de 2026.</p>
      <p></p>${PARTIES.map(signed).join('<p></p>')}<p>Testemunhas:</p><p>1. ${LINE} CPF</p><p>2. ${LINE} CPF</p><p></p><p></p><p></p>`,
    );
    expectOnce(pages, clauses);
    expectTogether(pages, [
      clauses.at(-1) ?? '',
      'Juiz de Fora, 20 de novembro',
      ...PARTIES.flatMap((role) => [`Nome ${role}`, `Papel ${role}`]),
      'Testemunhas:',
      `2. ${LINE}`,
    ]);
    expectFilled(pages, 78);
  });

  test('with more signatures than a page holds never parts one from its name', async () => {
    const roles = names('Parte', 40);
    const pages = await contract(
      `<p>Cláusula.</p>${roles.map((role) => `<p>${LINE}</p><p>Nome ${role}</p>`).join('')}`,
    );
    expect(pages.length).toBeGreaterThan(1);
    expectOnce(
      pages,
      roles.map((role) => `${LINE} Nome ${role}`),
    );
  });

  testSizes('leaves no heading at the foot of a page and no single line of a paragraph', async (count) => {
    const filler = '<p>Linha.</p>'.repeat(count);
    const words = names('palavra', 80).join(' ');
    const pages = await contract(`${filler}<h2>Do prazo</h2><p>${words}</p>`);
    const [head] = saying(pages, 'Do prazo');
    expect(saying(pages, 'palavra-9.')).toEqual([head]);
    expectOnce(pages, ['palavra-1.', 'palavra-80.']);
  });

  testSizes('ending with empty lines has no page for them', async (count) => {
    expectFilled(await contract(`<p>Texto.</p>${'<p></p>'.repeat(count)}`), 78);
  });
});
