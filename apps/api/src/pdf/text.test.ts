import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { jpeg } from '#test/pictures.ts';
import { pdfText } from './text.ts';

/** A PDF drawn by `draw`. */
async function drawn(draw: (document: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}) {
  const document = new PDFDocument({ size: 'A4', margin: 20, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await end;
  return Buffer.concat(chunks);
}

/** A PDF by hand: its objects from the first on, the last one a stream. */
function written(objects: readonly string[], stream?: { filter: string; content: Buffer }): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const add = (...pieces: (string | Buffer)[]) => {
    places.push(length());
    parts.push(
      Buffer.from(`${places.length} 0 obj\n`),
      ...pieces.map((piece) => Buffer.from(piece)),
      Buffer.from('\nendobj\n'),
    );
  };
  for (const object of objects) add(object);
  if (stream)
    add(`<< /Length ${stream.content.length} /Filter ${stream.filter} >>\nstream\n`, stream.content, '\nendstream');
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${length()}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const PAGE = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
const WITH_STREAM = [...PAGE, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>'];

const PASSWORD = /protegido por senha/;
const BROKEN = /incompleto ou danificado/;
const TOO_MUCH = /grande ou complicado demais/;

test('lines as a person sees them, whatever order they were written in', LONG, async () => {
  const bytes = await drawn((document) => {
    document.fontSize(8);
    const columns = [
      ['Nosso número', '109/00258281-7', '109/00258282-5'],
      ['Valor pago', '2.811,30', '1.000,00'],
      ['Pagador', 'João da Conceição', 'Ana'],
    ];
    for (const [column, cells] of [2, 0, 1].map((place) => [place, columns[place] ?? []] as const))
      for (const [line, cell] of cells.entries())
        document.text(cell, 20 + column * 150, 40 + line * 12, { lineBreak: false });
    document.addPage().text('Segunda página', 20, 20);
  });
  expect(await pdfText(bytes)).toBe(
    [
      'Nosso número  Valor pago  Pagador',
      '109/00258281-7  2.811,30  João da Conceição',
      '109/00258282-5  1.000,00  Ana',
      'Segunda página',
    ].join('\n'),
  );
});

test('a picture of a report has no text', async () => {
  const picture = await jpeg(400, 300);
  expect(await pdfText(await drawn((document) => document.image(picture, 20, 20)))).toBe('');
});

describe('hostile files', () => {
  test('what asks for a password', async () => {
    const bytes = await drawn((document) => document.text('10,00'), { userPassword: 'segredo' });
    await expect(pdfText(bytes)).rejects.toThrow(PASSWORD);
  });

  test('JavaScript in it is left alone', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>';
    const bytes = written([PAGE[0]?.replace('>>', `${script} >>`) ?? '', PAGE[1] ?? '', WITH_STREAM[2] ?? ''], {
      filter: '/FlateDecode',
      content: deflateSync('BT ET'),
    });
    expect(await pdfText(bytes)).toBe('');
  });

  /** Seconds of the processor, and the refusal. */
  async function refusalOf(bytes: Buffer) {
    const start = process.cpuUsage();
    await expect(pdfText(bytes)).rejects.toThrow(TOO_MUCH);
    return process.cpuUsage(start).user / 1_000_000;
  }

  const packed = (size: number, text: string) => deflateSync(Buffer.alloc(size, text));
  // Each took fifteen seconds and most of a gigabyte.
  test.each<[string, string, Buffer]>([
    ['blanks', '/FlateDecode', packed(300_000_000, ' ')],
    ['blanks without their end', '/FlateDecode', packed(300_000_000, ' ').subarray(0, -2_000)],
    ['words', '/FlateDecode', packed(60_000_000, 'BT /F1 1 Tf (a) Tj ET\n')],
    ['packed twice', '[/FlateDecode /FlateDecode]', deflateSync(packed(300_000_000, ' '))],
  ])('a stream that unpacks to hundreds of megabytes of %s', LONG, async (_, filter, content) => {
    const bytes = written(WITH_STREAM, { filter, content });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await refusalOf(bytes)).toBeLessThan(8);
    // The next one is read as if nothing had been.
    expect(await pdfText(await drawn((document) => document.text('10,00', 20, 20)))).toBe('10,00');
  });

  test('many streams that together unpack to too much', LONG, async () => {
    const one = packed(3_000_000, ' ');
    const parts = [written(WITH_STREAM, { filter: '/FlateDecode', content: one })];
    for (let at = 0; at < 10; at += 1)
      parts.push(
        Buffer.from(`\n${at + 5} 0 obj\n<< /Filter /FlateDecode >>\nstream\n`),
        one,
        Buffer.from('\nendstream\n'),
      );
    await expect(pdfText(Buffer.concat([...parts, Buffer.from('%%EOF')]))).rejects.toThrow(TOO_MUCH);
  });

  test('a million beginnings of streams without an end', LONG, async () => {
    const start = process.cpuUsage();
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(7_000_000, 'stream\n'), Buffer.from('%%EOF')]);
    await expect(pdfText(bytes)).rejects.toThrow(/incompleto|complicado/);
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
  });

  test('thousands of pages', async () => {
    const kids = Array.from({ length: 600 }, () => '3 0 R').join(' ');
    const objects = [PAGE[0] ?? '', `<< /Type /Pages /Kids [${kids}] /Count 600 >>`, WITH_STREAM[2] ?? ''];
    await expect(pdfText(written(objects, { filter: '/FlateDecode', content: deflateSync('BT ET') }))).rejects.toThrow(
      TOO_MUCH,
    );
  });

  const whole = written(WITH_STREAM, { filter: '/FlateDecode', content: deflateSync('BT ET') });
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Buffer]>([
    ['only a name',            Buffer.from('%PDF-1.7')],
    ['half of it',             whole.subarray(0, 90)],
    ['pages in a circle',      written([PAGE[0] ?? '', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])],
    ['no pages',               written(['<< /Type /Catalog >>'])],
    ['a page that is a number', written([...PAGE, '42'])],
    ['random bytes after a name', Buffer.concat([Buffer.from('%PDF-1.7\n'), deflateSync(Buffer.alloc(5_000, 'x'))])],
  ])('%s', async (_, bytes) => {
    await expect(pdfText(bytes)).rejects.toThrow(BROKEN);
  });
});
