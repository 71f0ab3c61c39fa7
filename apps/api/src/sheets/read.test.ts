import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { workbookParts, zipOf } from '#test/workbooks.ts';
import { type SheetLine, withSheet } from './read.ts';

const LIMITS = { lines: 50_000, columns: 100 };

const read = (bytes: Uint8Array | string, sheet?: number) =>
  withSheet(Buffer.from(bytes), { sheet, limits: LIMITS }, async ({ lines, ...opened }) => {
    const found: SheetLine[] = [];
    for await (const portion of lines()) found.push(...portion);
    return { ...opened, lines: found };
  });
const cells = async (bytes: Uint8Array | string, sheet?: number) =>
  (await read(bytes, sheet)).lines.map((line) => line.cells);

describe('a CSV', () => {
  test('counts lines like a spreadsheet, blank ones included', async () => {
    const { header, lines, total } = await read('nome;idade\r\n\r\n"Ana\r\nPrado";1\r\n;;\r\nRui;2\r\n');
    expect({ header, total }).toEqual({ header: ['nome', 'idade'], total: 2 });
    expect(lines).toEqual([
      { number: 3, cells: ['Ana Prado', '1'] },
      { number: 5, cells: ['Rui', '2'] },
    ]);
  });

  test.each([
    ['a title above the columns', 'Clientes de 2026\n\nnome,idade\nAna,1\n'],
    ['the line by which Excel is told the separator', 'sep=,\nnome,idade\nAna,1\n'],
    ['tabs', 'nome\tidade\nAna\t1\n'],
    ['line ends of an old Mac', 'nome;idade\rAna;1\r'],
  ])('%s', async (_, text) => {
    expect(await read(text)).toMatchObject({ header: ['nome', 'idade'], lines: [{ cells: ['Ana', '1'] }] });
  });

  test('reads UTF-16, as saved by Excel as "Texto Unicode"', async () => {
    expect(await cells(Buffer.from('\uFEFFnome\tcidade\nJosé\tUbá\n', 'utf16le'))).toEqual([['José', 'Ubá']]);
  });

  test.each([
    ['UTF-16 with its bytes the other way round', Buffer.from('\uFEFFnome\tcidade\nJosé\tUbá\n', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('nome\tcidade\nJosé\tUbá\n', 'utf16le')],
    ['UTF-16 without a mark, the other way round', Buffer.from('nome\tcidade\nJosé\tUbá\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('nome;cidade\nJosé;Ubá\n', 'latin1')],
    // é is 0x82 and á 0xA0, as programs of DOS wrote them.
    ['CP850', Buffer.from('nome;cidade\nJos\x82;Ub\xa0\n', 'latin1')],
  ])('accents in %s', async (_, bytes) => {
    expect(await cells(bytes)).toEqual([['José', 'Ubá']]);
  });

  test.each([
    ['capitals in CP850', 'S\xc7O JO\xc7O;AC\xb5CIA;GRAJA\xe9', 'SÃO JOÃO;ACÁCIA;GRAJAÚ'],
    ['small letters in CP850', 'Concei\x87\xc6o;S\xc6o Sebasti\xc6o;3\xa7 andar', 'Conceição;São Sebastião;3º andar'],
    ['capitals in Windows-1252', 'S\xc3O JO\xc3O;AC\xc1CIA;GRAJA\xda', 'SÃO JOÃO;ACÁCIA;GRAJAÚ'],
    ['quotes in Windows-1252', '\x93Jos\xe9\x94;Ren\xea;3\xba andar', '“José”;Renê;3º andar'],
  ])('%s', async (_, bytes, text) => {
    expect(await cells(Buffer.from(`a;b;c\n${bytes}\n`, 'latin1'))).toEqual([text.split(';')]);
  });

  test('names an untitled column by its letter, and reads formula errors as empty', async () => {
    expect(await read('nome;;idade\nAna;x;#N/D\n')).toMatchObject({
      header: ['nome', 'Coluna B', 'idade'],
      lines: [{ cells: ['Ana', 'x', ''] }],
    });
  });
});

describe('a workbook', () => {
  const people = {
    name: 'Pessoas',
    columns: [{}, { numFmt: 'dd/mm/yyyy' }, { numFmt: '0%' }, { numFmt: '#,##0.00' }],
    rows: [
      ['Clientes de 2026', null, null, null],
      [null, null, null, null],
      ['Nome', 'Nascimento', 'Comissão', 'Aluguel'],
      ['Ana', new Date('1980-02-29'), 0.085, 1234.5678],
      ['=1+1', null, null, 1500],
    ],
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }],
  };
  const empty = { name: 'Capa', rows: [] };

  test('reads dates, percentages and displayed money; formulas as text stay text', async () => {
    const { header, lines, ...rest } = await read(await writeXlsx({ sheets: [people] }));
    expect(rest).toEqual({ sheets: ['Pessoas'], sheet: 0, total: 2, hidden: 0 });
    expect(header).toEqual(['Nome', 'Nascimento', 'Comissão', 'Aluguel']);
    expect(lines).toEqual([
      { number: 4, cells: ['Ana', '1980-02-29', '8,5%', '1234,57'] },
      { number: 5, cells: ['=1+1', '', '', '1500'] },
    ]);
  });

  test('reads the first non-empty visible sheet, or the chosen one', LONG, async () => {
    const other = {
      name: 'Outra',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    };
    const book = await writeXlsx({ sheets: [empty, { ...other, name: 'Segredo', hidden: true }, people, other] });
    expect(await read(book)).toMatchObject({ sheets: ['Capa', 'Pessoas', 'Outra'], sheet: 1 });
    expect(await read(book, 2)).toMatchObject({ sheet: 2, header: ['a', 'b'] });
    await expect(read(book, 7)).rejects.toThrow('A planilha está vazia.');
  });

  test('reads dates of the 1904 system of Excel for Mac', async () => {
    const parts = workbookParts(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>44884</v></c></row>',
      ['Nome', 'Início'],
    );
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const styled = {
      ...parts,
      'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
      'xl/_rels/workbook.xml.rels': (parts['xl/_rels/workbook.xml.rels'] ?? '').replace(
        '</Relationships>',
        `<Relationship Id="rId9" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    };
    // 2026-11-20 is day 46.346 since 1899-12-30, and 1.462 days less since 1904.
    expect(await cells(await zipOf(styled))).toEqual([['Nome', '2026-11-20']]);
  });

  test('reads and counts hidden and filtered rows', async () => {
    const rows = `
      <row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>CPF</t></is></c></row>
      <row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>Rui</t></is></c></row>
      <row r="4" hidden="true"><c r="A4" t="inlineStr"><is><t>Eva</t></is></c></row>
      <row r="5" hidden="1"><c r="A5"/></row>`;
    expect(await read(await zipOf(workbookParts(rows)))).toMatchObject({ total: 3, hidden: 2 });
  });

  test('reads cached formula results, and shared or rich text', async () => {
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>Val</t></r><r><t>or</t></r></is></c></row>
      <row r="2"><c r="A2" t="str"><f>B2</f><v>Ana</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>
      <row r="3"><c r="A3" t="e"><v>#REF!</v></c><c r="B3"><f>NOW()</f></c></row>`;
    expect(await read(await zipOf(workbookParts(rows, ['Nome'])))).toMatchObject({
      header: ['Nome', 'Valor'],
      lines: [{ number: 2, cells: ['Ana', '2'] }],
    });
  });
});

test('returns many lines in portions', async () => {
  const text = `nome;valor\n${Array.from({ length: 2_500 }, (_, index) => `Pessoa ${index};${index}\n`).join('')}`;
  const portions: number[] = [];
  await withSheet(Buffer.from(text), { limits: LIMITS }, async (sheet) => {
    for await (const portion of sheet.lines()) portions.push(portion.length);
  });
  expect(portions).toEqual([1_000, 1_000, 500]);
});

test('a file is read by the thread of the one before, unless that was refused', LONG, async () => {
  const workbook = await zipOf(workbookParts('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', ['Nome']));
  let started = 0;
  const count = () => {
    started += 1;
  };
  const startedBy = async (reading: () => Promise<unknown>) => {
    const before = started;
    await reading();
    return started - before;
  };
  const text = () => read('nome;idade\nAna;1\n');
  const refused = () => expect(read('%PDF-1.7')).rejects.toThrow('PDF');
  await text();
  process.on('worker', count);
  expect(await startedBy(text)).toBe(0);
  expect(await startedBy(() => read(workbook))).toBe(0);
  expect(await startedBy(text)).toBe(0);
  expect(await startedBy(refused)).toBe(0);
  expect(await startedBy(text)).toBe(1);
  process.off('worker', count);
});

test('a cell of fifty megabytes of blanks is refused before it is unpacked', LONG, async () => {
  const bytes = await zipOf(
    workbookParts(`<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(50_000_000)}</t></is></c></row>`, []),
  );
  expect(bytes.length).toBeLessThan(100_000);
  const start = process.cpuUsage();
  await expect(read(bytes)).rejects.toThrow(/grande demais quando aberto/);
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});
