import { deflateRawSync } from 'node:zlib';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csv, importDesk } from '../desks/import-desk.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { workbookParts, zipOf } from '../workbooks.ts';

const app = await startApp({ today: '2026-11-20' });
const staff = app.as('USER_CREATE', 'CLIENT_VIEW');
let desk: Awaited<ReturnType<typeof importDesk>>;
beforeAll(async () => {
  desk = await importDesk(app, staff);
});
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

type Content = string | Uint8Array;
type Case = [what: string, content: () => Content | Promise<Content>, status: number, message: RegExp];

const PEOPLE = csv(['Nome', 'Tipo', 'CPF'], ['Ana', 'Fiador', cpf(1)]);
const rows =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>CPF</t></is></c></row>';
const person = '<row r="2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c><c r="B2"><v>1</v></c></row>';
const workbook = (sheetData = rows + person) => zipOf(workbookParts(sheetData));
const parts = (changes: Record<string, string | Buffer>) => zipOf({ ...workbookParts(rows + person), ...changes });
const MAGIC = {
  png: '89504e470d0a1a0a0000000d49484452',
  gzip: '1f8b0800000000000003',
  rar: '526172211a0701000033',
  exe: '4d5a90000300000004000000ffff0000',
};
const binary = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(400, 7)]);
const latin = (text: string) => Buffer.from(text, 'latin1');

/** Overwrites the sizes that a zip's directory declares for its largest entry. */
function declaring(zip: Buffer, { unpacked, packed }: { unpacked: number; packed?: number }) {
  const bent = Buffer.from(zip);
  let [place, largest] = [-1, -1];
  for (let at = bent.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bent.indexOf('PK\x01\x02', at + 4, 'latin1'))
    if (bent.readUInt32LE(at + 24) > largest) [place, largest] = [at, bent.readUInt32LE(at + 24)];
  bent.writeUInt32LE(unpacked, place + 24);
  if (packed !== undefined) bent.writeUInt32LE(packed, place + 20);
  return bent;
}
/** Replaces a name by another of the same length, everywhere. */
const renaming = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

// biome-ignore format: a table of cases reads best as one
const REFUSED: Case[] = [
  ['a workbook behind a password', () => writeXlsx({ sheets: [{ name: 'P', rows: [['a', 'b'], [1, 2]] }], encryption: { password: 'x', spinCount: 10 } }), 422, /protegido por senha/],
  ['the old format of Excel', () => binary('d0cf11e0a1b11ae1'), 422, /formato antigo do Excel/],
  ['an OpenDocument', () => writeOds({ sheets: [{ name: 'P', rows: [['a', 'b'], [1, 2]] }] }), 422, /\.ods não são lidas/],
  ['a binary workbook', () => zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }), 422, /\.xlsb/],
  ['a text document', () => zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }), 422, /não é uma planilha/],
  ['a zip of something else', () => zipOf({ 'leia-me.txt': 'olá' }), 422, /não é uma planilha/],
  ['a zip bomb that says so', async () => declaring(await parts({ 'xl/media/zeros.bin': Buffer.alloc(5_000) }), { unpacked: 160_000_000 }), 422, /grande demais quando aberto/],
  ['a zip bomb that lies', async () => declaring(await workbook(rows + person.repeat(200_000)), { unpacked: 4_000 }), 422, /danificada/],
  ['a zip bomb that keeps silent', async () => declaring(await workbook(rows + person.repeat(200_000)), { unpacked: 0 }), 422, /incompleto ou danificado/],
  ['a size that belongs to another format', async () => declaring(await workbook(), { unpacked: 0xffff_ffff }), 422, /incompleto ou danificado/],
  ['three thousand parts', () => zipOf(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`p${index}`, 'x'])), { compress: false }), 422, /partes demais/],
  ['a part that climbs out of the archive', async () => renaming(await parts({ 'xx/xx/passwd': 'x' }), 'xx/xx/', '../../'), 422, /incompleto ou danificado/],
  ['a part with an absolute name', async () => renaming(await parts({ 'xetc/passwd': 'x' }), 'xetc/', '/etc/'), 422, /incompleto ou danificado/],
  ['a sheet that is said to lie outside', () => parts({ 'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>' }), 422, /danificada/],
  ['a workbook without its sheet', () => { const { 'xl/worksheets/sheet1.xml': _, ...rest } = workbookParts(rows); return zipOf(rest); }, 422, /danificada/],
  ['a workbook cut in the middle', async () => (await workbook()).subarray(0, 900), 422, /incompleto ou danificado/],
  ['a workbook whose packing is broken', async () => { const bent = Buffer.from(await workbook()); bent.fill(0xff, 200, 400); return bent; }, 422, /danificad/],
  ['XML that never ends', () => parts({ 'xl/workbook.xml': '<workbook><sheets><sheet name="a' }), 422, /danificada/],
  ['a hundred thousand elements in one another', () => parts({ 'xl/workbook.xml': '<a>'.repeat(100_000) }), 422, /danificada/],
  ['sixteen thousand columns', () => workbook(`<row r="1">${Array.from({ length: 16_000 }, (_, index) => `<c><v>${index}</v></c>`).join('')}</row>${person}`), 422, /mais de 100 colunas/],
  ['one cell in the farthest corner', () => workbook(`${rows}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`), 422, /danificada|mais de 100 colunas/],
  ['a column past the last', () => workbook('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'), 422, /danificada/],
  ['a megabyte in one cell', () => workbook(`${rows}<row r="2"><c r="A2" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c><c r="B2"><v>1</v></c></row>`), 422, /célula com mais de 32\.767 caracteres na linha 2/],
  ['a megabyte in one cell of a CSV', () => `Nome;CPF\nAna;${'x'.repeat(1_000_000)}\n`, 422, /célula com mais de 32\.767 caracteres na linha 2/],
  ['ten megabytes in one line', () => `Nome;CPF\n${'"x";'.repeat(2_000_000)}\n`, 422, /linha longa demais|mais de 100 colunas/],
  ['a line too many', () => `Nome;CPF\n${'Ana;1\n'.repeat(50_001)}`, 422, /mais de 50\.000 linhas/],
  ['a million blank lines and one', () => `Nome;CPF\n${';\n'.repeat(1_000_000)}Ana;1\n`, 422, /mais de 50\.000 linhas|só tem os títulos/],
  ['NULs in a CSV', () => 'Nome;CPF\nAna\0;1\n', 422, /não é uma planilha/],
  ['other control characters', () => 'Nome;CPF\nAna\u0007;1\n', 422, /não é uma planilha/],
  ['a picture called .csv', () => binary(MAGIC.png), 422, /não é uma planilha/],
  ['a program called .csv', () => binary(MAGIC.exe), 422, /não é uma planilha/],
  ['a compressed file', () => binary(MAGIC.gzip), 422, /não é uma planilha/],
  ['another archive', () => binary(MAGIC.rar), 422, /não é uma planilha/],
  ['a raw stream of packed bytes', () => deflateRawSync(Buffer.from(PEOPLE.repeat(50))), 422, /planilha|codificações/],
  ['a PDF called .csv', () => '%PDF-1.7\n1 0 obj\n', 422, /é um PDF/],
  ['a web page called .xls', () => '<html><table><tr><td>Nome</td></tr></table></html>', 422, /é uma página/],
  ['quotes that never close', () => 'Nome;CPF\n"Ana;1\nRui;2\n', 422, /aspas que abrem e não fecham/],
  ['two encodings', () => Buffer.concat([latin('Nome;Tipo;CPF\nJosé;Fiador;1\n'), Buffer.from('João;Fiador;2\n')]), 422, /mistura duas codificações.*linha 3/],
  ['nothing', () => '', 422, /Escolha um arquivo/],
  ['nothing but blanks', () => '\uFEFF \n ; ;\n\n', 422, /vazia/],
  ['nothing but titles', () => 'Nome;CPF\n', 422, /só tem os títulos/],
  ['more than ten megabytes', () => Buffer.alloc(10_000_001, 'x'), 413, /passa do tamanho permitido/],
];

const kept = async () =>
  (
    await sql`select (select count(*) from client) as clients, (select count(*) from import_run) as runs, (select count(*) from import_line) as lines`.execute(
      app.db,
    )
  ).rows;

async function isRefused(...[, content, status, message]: (typeof REFUSED)[number]) {
  const before = await kept();
  const answer = await desk.send('people', await content(), { name: 'clientes.csv' });
  expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(message)]);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json().message).not.toMatch(/error|invalid|unexpected|undefined|at line/i);
  expect(await kept()).toEqual(before);
}

// Each file is read in a thread of its own.
const isShort = (place: number) => place % 2 === 1;
test.each(REFUSED.filter((_, place) => isShort(place)))(
  '%s is refused with a message, and nothing is stored',
  isRefused,
);
test.each(REFUSED.filter((_, place) => !isShort(place)))(
  '%s is refused with a message, and nothing is stored',
  LONG,
  isRefused,
);

describe('reads safely', () => {
  const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY p SYSTEM "file:///etc/passwd">]>`;

  test('XML entities, without expanding them', async () => {
    const sheet = `${LAUGHS}<worksheet><sheetData>${rows}<row r="2"><c r="A2" t="inlineStr"><is><t>&p;&c;</t></is></c><c r="B2"><v>1</v></c></row></sheetData></worksheet>`;
    const staged = await desk.stage('people', await parts({ 'xl/worksheets/sheet1.xml': sheet }));
    expect(staged.columns[0]?.samples).toEqual(['&p;&c;']);
  });

  test('formulas as text', async () => {
    const formulas = ['=HYPERLINK("http://x","y")', '@SUM(1)', '+55', '-2+3', "=cmd|'/C calc'!A0"];
    const lines = formulas.map((text, index) => [`"${text.replaceAll('"', '""')}"`, 'Fiador', cpf(index + 10)]);
    expect(await desk.bring('people', csv(['Nome', 'Tipo', 'CPF'], ...lines))).toMatchObject({ fresh: 5 });
    const people = await app.db.selectFrom('client').select('name').orderBy('id').execute();
    expect(people.map(({ name }) => name)).toEqual(formulas);
  });

  test('a NUL in an escape, without it', async () => {
    const sheet = `${rows}<row r="2"><c r="A2" t="inlineStr"><is><t>A_x0000_na _x0007_P</t></is></c><c r="B2"><v>1</v></c></row>`;
    expect((await desk.stage('people', await workbook(sheet))).columns[0]?.samples).toEqual(['A na P']);
  });

  test('a missing shared string, as an empty cell', async () => {
    const sheet = `${rows}<row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2" t="s"><v>-1</v></c><c r="C2"><v>3</v></c></row>`;
    expect((await desk.stage('people', await workbook(sheet))).columns.map(({ samples }) => samples)).toEqual([
      [],
      [],
      ['3'],
    ]);
  });

  test('titles and fields named like object properties', async () => {
    const staged = await desk.stage('people', csv(['__proto__', 'constructor', 'toString'], ['Ana', 'Fiador', cpf(1)]));
    expect(staged.mapping).toEqual({});
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await staff.put(
        `/import/${staged.id}/mapping`,
        `{"mapping":{"nome":0,"tipo":1,"documento":2,"${name}":0}}`,
        { 'content-type': 'application/json' },
      );
      expect([200, 400, 422]).toContain(answer.statusCode);
    }
    expect(({} as Record<string, unknown>).nome).toBeUndefined();
  });

  test('a file name with direction marks, paths or line breaks', async () => {
    const staged = await desk.stage('people', PEOPLE, { name: '../../etc/\u202Efdp.clientes\u0000\n.csv' });
    expect(staged.file_name).toMatch(/^[\p{L}\p{N} ._-]+$/u);
  });

  test('the next valid file', async () => {
    expect(await desk.bring('people', csv(['Nome', 'Tipo', 'CPF'], ['Rui', 'Fiador', cpf(99)]))).toMatchObject({
      fresh: 1,
    });
  });
});
