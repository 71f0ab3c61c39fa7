import { createHash, createPublicKey, verify } from 'node:crypto';
import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import forge from 'node-forge';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { SEAL, sampleEvidence, samplePaper, sampleSealer } from '#test/signing/signing-papers.ts';
import { closeSheet, LEFT, openSheet, TOP, write } from '../sheet.ts';
import { composeSigned, type Mark, pagePicture, pageSizes, pageTexts, sealPdf } from './signing.ts';
import { compose } from './thread/compose.ts';
import { bytesOf } from './thread/marks.ts';
import { pictures, texts } from './thread/pictures.ts';
import { sizes } from './thread/sizes.ts';

const MOST = 20;
const sealer = sampleSealer();
const marked = (paper: Uint8Array, marks: readonly Mark[], count = 1) =>
  compose(paper, MOST, { paper, marks, evidence: sampleEvidence(count) });

const OFFSET = { medium: [-100, 50, 500, 950], crop: [-50, 100, 450, 800] };
const SQUARE = 'M 10 10 L 590 10 L 590 190 L 10 190 Z';

const readFrom = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async () => bytes,
});

/** Bounds of the dark pixels of each page, in points. */
async function inkOf(bytes: Uint8Array) {
  const seen = await sizes(bytes, MOST);
  const drawn = await pictures(bytes, { first: 1, count: seen.length, width: 1_000, most: MOST });
  return drawn.map(({ data, width, height }, page) => {
    const found = { left: width, top: height, right: 0, bottom: 0 };
    // Above the foot, which is at the very end.
    for (let at = 0; at < width * Math.floor(height * 0.96); at += 1) {
      if ((data[at * 4] ?? 255) > 90) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x + 1);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y + 1);
    }
    const points = (seen[page]?.width ?? 0) / width;
    return {
      left: found.left * points,
      top: found.top * points,
      right: found.right * points,
      bottom: found.bottom * points,
    };
  });
}

test('a mark lies where it was placed, however its page is cut and turned', LONG, async () => {
  const pages = [
    {},
    { turn: 90 },
    { turn: 180 },
    { turn: -90 },
    OFFSET,
    { ...OFFSET, turn: 90 },
    { ...OFFSET, turn: 180 },
    { ...OFFSET, turn: 270 },
  ];
  const paper = await samplePaper(pages);
  // 60 × 20 points at (80, 120): a drawing of 600 × 200 at a tenth.
  const marks = pages.map((_, at) => ({ page: at + 1, x: 800, y: 1_200, width: 600, height: 200, drawing: SQUARE }));
  const ink = (await inkOf(await marked(paper, marks))).slice(0, pages.length);
  for (const [page, { left, top, right, bottom }] of ink.entries()) {
    // A line five wide around (10, 10) and (590, 190) of the drawing; a pixel is two thirds of a point.
    const away = [left - 80.75, top - 120.75, right - 139.25, bottom - 139.25].map(Math.abs);
    expect(Math.max(...away), `page ${page + 1}: ${[left, top, right, bottom]}`).toBeLessThan(0.9);
  }
  expect(ink).toHaveLength(pages.length);
});

test('a signed paper begins with the bytes of the paper, and ends with who signed', async () => {
  const paper = await samplePaper([{ text: 'Cláusula primeira' }, { text: 'Cláusula segunda' }]);
  const marks = [
    {
      page: 2,
      x: 800,
      y: 3_000,
      width: 2_000,
      height: 600,
      text: 'Maria da Conceição',
      italic: true,
      caption: 'Assinado em 29/11/2026',
    },
  ];
  const composed = await composeSigned({ paper, marks, evidence: sampleEvidence(2) });
  expect(Buffer.from(composed).subarray(0, paper.length).equals(paper)).toBe(true);
  const [first, second, ...sheets] = await pageTexts(composed);
  const evidence = sheets.join(' ');
  expect(first).toContain('Cláusula primeira');
  expect(first).toContain('código K7QM-2XTB-9RFD · confira em imobiliaria.example/conferir/K7QM-2XTB-9RFD');
  expect(first).not.toContain('Maria');
  expect(second).toMatch(/Cláusula segunda.*Maria da Conceição.*Assinado em 29\/11\/2026/s);
  for (const words of [
    'Evidências da assinatura',
    'Assinatura eletrônica avançada (Lei 14.063/2020, art. 4º, II)',
    '0f'.repeat(32),
    'Quem assinou (2)',
    'Signatária 2 da Conceição',
    '***.982.247-**',
    '29/11/2026 às 14:32:05 (horário de Brasília)',
    'SMS, (32) *****-1234',
    '2001:db8::1',
    'Li o documento inteiro e concordo em assiná-lo eletronicamente.',
    'https://imobiliaria.example/conferir/K7QM-2XTB-9RFD',
  ])
    expect(evidence).toContain(words);
  const picture = await pagePicture(readFrom(composed), 2, 500);
  const drawn = await sharp(picture?.bytes).metadata();
  expect([picture?.media_type, drawn.format, drawn.width, drawn.height]).toEqual(['image/webp', 'webp', 500, 707]);
  expect(await pagePicture(readFrom(composed), 5, 500)).toBeUndefined();
});

test('a file is read once for the pages that are drawn of it at once', LONG, async () => {
  const paper = await samplePaper([{}, {}, {}, {}, {}, {}]);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return paper;
  };
  const file = { ...readFrom(paper), read };
  // Two scroll at once, and another comes back later.
  const shown = await Promise.all([1, 2, 3, 4, 1].map((page) => pagePicture(file, page, 300)));
  expect([shown.every(Boolean), reads]).toEqual([true, 1]);
  expect(await pagePicture(file, 4, 300)).toBe(shown[3]);
  expect(await pagePicture(file, 6, 300)).toBeDefined();
  expect(reads).toBe(2);
});

test('a tagged paper stays tagged: its marks have words, and the evidence belongs to it', LONG, async () => {
  const { pdf, root } = openSheet({ title: 'Contrato', author: 'Morada', day: '2026-11-29' });
  write(pdf, root, 'P', 'Cláusula primeira', LEFT, TOP, { size: 10 });
  const paper = await bytesOf(closeSheet(pdf, root, 'Contrato'));
  const mark = { page: 1, x: 800, y: 3_000, width: 2_000, height: 600, drawing: SQUARE, alt: 'Assinatura de Maria' };
  const { context } = await PDFDocument.load(await marked(paper, [mark]));
  const elements = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const kind = object instanceof PDFDict && object.has(PDFName.of('P')) && object.get(PDFName.of('S'));
    if (!kind) return [];
    const alt = object.lookup(PDFName.of('Alt'));
    return [`${kind} ${alt instanceof PDFHexString ? alt.decodeText() : ''}`.trim()];
  });
  expect(elements).toContain('/Figure Assinatura de Maria');
  expect(elements.filter((element) => ['/Document', '/Sect'].includes(element))).toEqual(['/Document', '/Sect']);
});

/** The one signature of a document: what it covers, and the bytes of its content. */
function signatureOf(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const [, start = '', end = '', rest = ''] =
    /\/ByteRange \[0 +(\d+) +(\d+) +(\d+)\]/.exec(file.toString('latin1')) ?? [];
  const covered = Buffer.concat([file.subarray(0, Number(start)), file.subarray(Number(end))]);
  expect(Number(end) + Number(rest)).toBe(file.length);
  return { covered, content: Buffer.from(file.toString('latin1', Number(start) + 1, Number(end) - 1), 'hex') };
}

/** Values of an ASN.1 tree by their path. */
const partAt = (node: forge.asn1.Asn1, ...path: number[]): forge.asn1.Asn1 =>
  path.reduce((at, index) => (at.value as forge.asn1.Asn1[])[index] as forge.asn1.Asn1, node);
const derOf = (node: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** Verifies by the crypto of Node alone; forge only takes the structure apart. */
function isValid(bytes: Uint8Array): boolean {
  const { covered, content } = signatureOf(bytes);
  const tree = forge.asn1.fromDer(content.toString('latin1'), { strict: true, parseAllBytes: false } as never);
  const signer = partAt(tree, 1, 0, 4, 0);
  const attributes = derOf(partAt(signer, 3));
  attributes[0] = 0x31;
  const digest = createHash('sha256').update(covered).digest();
  const certificate = createHash('sha256').update(sealer.certificate.raw).digest();
  return (
    attributes.includes(digest) &&
    attributes.includes(certificate) &&
    verify(
      'sha256',
      attributes,
      createPublicKey(sealer.certificate.publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(partAt(signer, 5).value as string, 'latin1'),
    )
  );
}

test('the seal covers every byte but its own, says what PAdES asks for, and leaves the bytes before it', async () => {
  const paper = await samplePaper([{ text: 'Cláusula' }]);
  const sealed = Buffer.from(await sealPdf(paper, sealer, SEAL));
  expect(sealed.subarray(0, paper.length).equals(paper)).toBe(true);
  expect(isValid(sealed)).toBe(true);
  const written = sealed.toString('latin1');
  for (const words of ['/SubFilter /ETSI.CAdES.detached', '/M (D:20261129174000Z)', '/SigFlags 3', '/FT /Sig'])
    expect(written).toContain(words);
  // signing-certificate-v2 is there, signing-time is not.
  const { content } = signatureOf(sealed);
  expect(content.includes(Buffer.from('2a864886f70d010910022f', 'hex'))).toBe(true);
  expect(content.includes(Buffer.from('2a864886f70d010905', 'hex'))).toBe(false);
  for (const at of [paper.length >> 1, paper.length - 1, sealed.length - 20]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(isValid(changed), `byte ${at}`).toBe(false);
  }
});

test('a file of compressed objects is continued by such', LONG, async () => {
  const source = await PDFDocument.load(await samplePaper([{ text: 'Cláusula' }]));
  const paper = await source.save({ useObjectStreams: true });
  const composed = await marked(paper, [{ page: 1, x: 800, y: 3_000, width: 600, height: 200, text: 'MC' }]);
  expect(Buffer.from(composed).subarray(paper.length).includes('\nxref')).toBe(false);
  expect((await texts(composed, MOST))[0]).toMatch(/Cláusula.*MC/s);
  expect(isValid(await sealPdf(composed, sealer, SEAL))).toBe(true);
});

describe('a paper is refused in words', () => {
  const pages = [{ text: 'Cláusula' }];
  const running = async () => {
    const document = await PDFDocument.load(await samplePaper(pages));
    document.addJavaScript('aviso', 'app.alert(1)');
    return document.save();
  };
  /** A page tree that leads into itself. */
  const circular = async () => {
    const document = await PDFDocument.load(await samplePaper(pages));
    const { context, catalog } = document;
    const tree = context.obj({ Type: 'Pages', Count: 2, Kids: [] });
    const ref = context.register(tree);
    tree.set(PDFName.of('Kids'), context.obj([ref, ref]));
    catalog.set(PDFName.of('Pages'), ref);
    return document.save({ addDefaultPage: false });
  };
  const filled = async () => {
    const document = await PDFDocument.load(await samplePaper(pages));
    document.getForm().createTextField('valor').addToPage(document.getPage(0));
    return document.save();
  };
  test.each([
    ['with a password', () => samplePaper(pages, { userPassword: 'segredo' }), 'PASSWORD'],
    ['closed to changes', () => samplePaper(pages, { ownerPassword: 'segredo' }), 'PASSWORD'],
    ['that runs a program', running, 'SCRIPTS'],
    ['with fields to be filled in', filled, 'FORM'],
    ['that is signed', async () => sealPdf(await samplePaper(pages), sealer, SEAL), 'SIGNED'],
    ['with too many pages', () => samplePaper(Array.from({ length: MOST + 1 }, () => ({}))), 'TOO_MANY'],
    ['that is no PDF', async () => Buffer.from('%PDF-1.7 nada'), 'BROKEN'],
    ['that was cut', async () => (await samplePaper(pages)).subarray(0, -200), 'BROKEN'],
    ['that leads into itself', circular, 'BROKEN'],
  ])('%s', async (_, paper, refusal) => {
    await expect(sizes(await paper(), MOST)).rejects.toMatchObject({ refusal });
  });

  test('to its sender', LONG, async () => {
    await expect(pageSizes(await samplePaper(pages, { userPassword: 'segredo' }))).rejects.toMatchObject({
      name: 'PdfRefused',
      message: expect.stringMatching(/^Este PDF está protegido por senha/),
    });
  });

  test('of a size that no thread should take', LONG, async () => {
    const wide = await samplePaper([{ medium: [0, 0, 14_400, 14_400] }, { medium: [0, 0, 10, 14_400] }]);
    const sizeOf = async (page: number) => {
      const { width, height } = await sharp((await pagePicture(readFrom(wide), page, 2_000))?.bytes).metadata();
      return [width, height];
    };
    expect([await sizeOf(1), await sizeOf(2)]).toEqual([
      [2_000, 2_000],
      [11, 16_000],
    ]);
  });
});
