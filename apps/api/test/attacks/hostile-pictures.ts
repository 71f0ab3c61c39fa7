import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { blackPng, picture, pngChunk, pngOf } from '../pictures.ts';

/** Marker in every smuggled content: no stored file may contain it. */
export const PLANTED = 'PLANTADO-7731';

const SCRIPT = `<script>alert('${PLANTED}')</script>`;
const PHP = `<?php system('${PLANTED}'); ?>`;
const ZIP = Buffer.concat([
  Buffer.from('PK\x03\x04'),
  Buffer.from(PLANTED),
  Buffer.from('PK\x05\x06'),
  Buffer.alloc(18),
]);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${SCRIPT}</svg>`;
const XXE = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`;

const jpeg = await picture(120, 80).jpeg().toBuffer();
const png = await picture(120, 80).png().toBuffer();
const webp = await picture(120, 80).webp().toBuffer();
/** Large enough that a cut falls among the pixels, and deterministic. */
const noise = sharp(
  Uint8Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * at * 7 + (at >> 3)) & 0xff),
  {
    raw: { width: 300, height: 200, channels: 3 },
  },
);
const [noisyJpeg, noisyPng, noisyWebp] = [
  await noise.clone().jpeg().toBuffer(),
  await noise.clone().png().toBuffer(),
  await noise.clone().webp().toBuffer(),
];
const glass = sharp({
  create: { width: 120, height: 80, channels: 4, background: { r: 9, g: 90, b: 200, alpha: 0.4 } },
});
const frames = await Promise.all(
  ['#ff0000', '#00ff00', '#0000ff'].map((colour) => picture(60, 40, colour).png().toBuffer()),
);
const moving = () => sharp(frames, { join: { animated: true } });

const bytes = (...values: number[]) => Buffer.from(values);
const text = (value: string) => Buffer.from(value, 'latin1');
const cut = (whole: Buffer, part: number) => whole.subarray(0, Math.round(whole.length * part));
const both = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Inserts a segment right after the start of a JPEG. */
function segment(marker: number, content: string | Buffer, into = jpeg) {
  const body = Buffer.from(content);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return both(into.subarray(0, 2), bytes(0xff, marker), length, body, into.subarray(2));
}

const PNG_START = 33;
/** Inserts a chunk right after the header of a PNG. */
const withChunk = (type: string, content: string | Buffer, into = png) =>
  both(into.subarray(0, PNG_START), pngChunk(type, Buffer.from(content)), into.subarray(PNG_START));

/** A JPEG that claims larger dimensions. */
function claimedJpeg(size: number) {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.indexOf(bytes(0xff, 0xc0));
  claimed.writeUInt16BE(size, frame + 5);
  claimed.writeUInt16BE(size, frame + 7);
  return claimed;
}

/** An extended WebP with the largest possible canvas around a small picture. */
function claimedWebp() {
  const extended = both('VP8X', bytes(10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0));
  const body = both('WEBP', extended, webp.subarray(12));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return both('RIFF', length, body);
}

function scratched(whole: Buffer) {
  const broken = Buffer.from(whole);
  for (let at = whole.length >> 1; at < (whole.length >> 1) + 400; at += 7) broken[at] = 0x55;
  return broken;
}

const rubbish = Buffer.from(Uint8Array.from({ length: 4_000 }, (_, at) => (at * at * 11 + 5) & 0xff));

const wrongSum = Buffer.from(png);
wrongSum.write('XX', png.indexOf('IDAT') + 6);

type Case = [what: string, bytes: Buffer, name?: string, type?: string];

/** Refused as "Arquivo não suportado", whatever their name. */
export const UNSUPPORTED: Case[] = [
  ['an SVG with a script', text(SVG), 'planta.svg', 'image/svg+xml'],
  ['an SVG with a script that says it is a JPEG', text(SVG), 'planta.jpg', 'image/jpeg'],
  ['an SVG that reads files of the server', text(XXE), 'planta.svg', 'image/svg+xml'],
  ['a compressed SVG', gzipSync(SVG), 'planta.svgz', 'image/svg+xml'],
  ['a page named .jpg', text(`<!doctype html><body>${SCRIPT}`), 'sala.jpg', 'image/jpeg'],
  ['a page before a JPEG', both(SCRIPT, jpeg), 'sala.jpg'],
  ['PHP named .jpg', text(PHP), 'sala.php.jpg'],
  ['a GIF', await picture().gif().toBuffer(), 'sala.gif', 'image/gif'],
  ['a moving GIF', await moving().gif().toBuffer(), 'sala.gif', 'image/gif'],
  ['a GIF that is a script too', text(`GIF89a/*${'\0'.repeat(20)}*/=0;alert('${PLANTED}')`), 'sala.jpg'],
  ['a TIFF', await picture().tiff().toBuffer(), 'sala.tif', 'image/tiff'],
  ['a BMP', both('BM', Buffer.alloc(60)), 'sala.bmp', 'image/bmp'],
  ['an ICO', both(bytes(0, 0, 1, 0, 1, 0), Buffer.alloc(40)), 'sala.ico'],
  ['an AVIF', await picture().avif().toBuffer(), 'sala.avif', 'image/avif'],
  ['a HEIC', both(bytes(0, 0, 0, 24), 'ftypheic', Buffer.alloc(40)), 'IMG_0001.HEIC', 'image/heic'],
  ['a JPEG 2000', both(bytes(0, 0, 0, 12), 'jP  \r\n\x87\n', Buffer.alloc(40)), 'sala.jp2'],
  ['a PSD', both('8BPS', bytes(0, 1), Buffer.alloc(40)), 'sala.psd'],
  ['a PDF', text(`%PDF-1.7\n1 0 obj<</OpenAction<</JS(${PLANTED})>>>>`), 'sala.pdf', 'application/pdf'],
  ['a PDF that says it is a JPEG, with one inside', both('%PDF-1.4\n', jpeg), 'sala.jpg', 'image/jpeg'],
  ['PostScript', text('%!PS\n(/etc/passwd) (r) file'), 'sala.jpg'],
  ['an ImageMagick script', text(`push graphic-context\nfill 'url(https://x/"|id>${PLANTED}")'`), 'sala.jpg'],
  ['a zip', ZIP, 'fotos.zip', 'application/zip'],
  ['a program that says it is a PNG', both('MZ', bytes(0x90, 0, 3), PLANTED), 'sala.png', 'image/png'],
  ['a program of Linux', both(bytes(0x7f), 'ELF', PLANTED), 'sala.png', 'image/png'],
  ['a film', both(bytes(0, 0, 0, 24), 'ftypmp42', Buffer.alloc(40)), 'sala.mp4', 'video/mp4'],
  ['a sound in the wrapping of a WebP', both('RIFF', bytes(40, 0, 0, 0), 'WAVE', Buffer.alloc(40)), 'sala.webp'],
  ['bytes of no kind', rubbish, 'sala.jpg'],
  ['one byte', bytes(0xff), 'sala.jpg'],
  ['the start of a JPEG and nothing else', bytes(0xff, 0xd8, 0xff), 'sala.jpg'],
  ['the start of a JPEG, then rubbish', both(bytes(0xff, 0xd8, 0xff, 0xe0), rubbish), 'sala.jpg'],
  ['the start of a PNG, then rubbish', both(png.subarray(0, 8), rubbish), 'sala.png'],
  ['the start of a WebP, then rubbish', both('RIFF', bytes(0, 9, 0, 0), 'WEBP', rubbish), 'sala.webp'],
  ...[0.1, 0.5, 0.9].flatMap((part): Case[] => [
    [`a JPEG cut at ${part}`, cut(noisyJpeg, part), 'sala.jpg'],
    [`a PNG cut at ${part}`, cut(noisyPng, part), 'sala.png'],
    [`a WebP cut at ${part}`, cut(noisyWebp, part), 'sala.webp'],
  ]),
  ['a PNG whose sum is wrong', wrongSum, 'sala.png'],
  ['a PNG that unpacks to 30,000 by 30,000', blackPng(30_000, 30_000), 'bomba.png', 'image/png'],
  ['a PNG that says it has no pixels', pngOf(0, 0, deflateSync(Buffer.alloc(1))), 'bomba.png'],
  [
    'a PNG that says it is as large as can be said',
    pngOf(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(9))),
    'bomba.png',
  ],
  ['a JPEG that says it has 65,500 by 65,500', claimedJpeg(65_500), 'bomba.jpg'],
  ['a WebP on the largest canvas', claimedWebp(), 'bomba.webp'],
  [
    '36 megapixels that come in passes',
    await picture(6_000, 6_000).jpeg({ progressive: true }).toBuffer(),
    'bomba.jpg',
  ],
];

const gps = {
  IFD0: { Copyright: PLANTED, Artist: PLANTED },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '21/1 45/1 0/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${PLANTED}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Valid pictures: accepted and sanitised. */
export const HARMLESS: Case[] = [
  ['a JPEG with a page behind it', both(jpeg, SCRIPT), 'sala.html', 'text/html'],
  ['a JPEG with a zip behind it', both(jpeg, ZIP), 'sala.jar'],
  ['a JPEG with a second one behind it', both(jpeg, segment(0xfe, PLANTED)), 'sala.mpo'],
  ['a JPEG with a page in its comment', segment(0xfe, SCRIPT), 'sala.jpg'],
  ['a JPEG with a page in its first header', segment(0xe0, `JFIF\0${SCRIPT}`), 'sala.jpg'],
  ['a JPEG with XMP', segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`), 'sala.jpg'],
  [
    'a JPEG with IPTC',
    segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x12\x1c\x02x\0\x0d${PLANTED}`),
    'sala.jpg',
  ],
  ['a JPEG with an unknown profile', segment(0xe2, `ICC_PROFILE\0\x01\x01${PLANTED}`), 'sala.jpg'],
  ['a JPEG with EXIF that ends in nothing', segment(0xe1, both('Exif\0\0MM\0*\0\0\xff\xff', PLANTED)), 'sala.jpg'],
  ['a JPEG that says who took it and where', await picture().withExif(gps).jpeg().toBuffer(), 'IMG_0001.JPG'],
  ['a PNG with PHP in its text', withChunk('tEXt', `Comment\0${PHP}`), 'sala.php', 'image/png'],
  ['a PNG with PHP behind it', both(png, PHP), 'sala.php'],
  ['a PNG with EXIF', withChunk('eXIf', `MM\0*\0\0\0\b\0\0${PLANTED}`), 'sala.png'],
  [
    'a PNG with text that unpacks to 60 MB',
    withChunk('zTXt', both('a\0\0', deflateSync(Buffer.alloc(60_000_000)))),
    'sala.png',
  ],
  ['a PNG with an unknown profile', withChunk('iCCP', both('x\0\0', deflateSync(PLANTED))), 'sala.png'],
  ['a WebP that says who took it and where', await picture().withExif(gps).webp().toBuffer(), 'sala.webp'],
  ['a scratched JPEG', scratched(noisyJpeg), 'sala.jpg'],
  ['a moving WebP', await moving().webp().toBuffer(), 'sala.webp'],
  ['a moving PNG', withChunk('acTL', bytes(0, 0, 0, 2, 0, 0, 0, 0)), 'sala.png'],
  ['a CMYK JPEG', await picture().toColourspace('cmyk').jpeg().toBuffer(), 'sala.jpg'],
  ['a grey JPEG', await picture().toColourspace('b-w').jpeg().toBuffer(), 'sala.jpg'],
  ['a PNG of 16 bits', await picture().toColourspace('rgb16').png().toBuffer(), 'sala.png'],
  ['a transparent palette', await glass.clone().png({ palette: true }).toBuffer(), 'sala.png'],
  ['a transparent WebP', await glass.clone().webp().toBuffer(), 'sala.webp'],
  ['a JPEG that says it is a program', jpeg, 'sala.exe', 'application/x-msdownload'],
];
