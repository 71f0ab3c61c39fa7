import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caretIn, fill, PATTERNS, shapeAmount, shapeDay, shapeDigits } from '@morada/domain/base/masks';
import type { Colour } from '@morada/domain/brand/accent';

export type Asset = { path: string; type: string; body: string };
export type Assets = {
  style: Asset;
  area: Asset;
  gallery: Asset;
  copy: Asset;
  photographs: Asset;
  papers: Asset;
  fields: Asset;
  check: Asset;
  site: Asset;
  measure: Asset;
  map: Asset;
  room: Asset;
  signing: Asset;
  font: string | undefined;
};

const FOLDER = fileURLToPath(new URL('./public/', import.meta.url));
/** The domain's rule of masks as the script of fields begins with it: functions that call one another alone. */
const MASKS = [
  `const PATTERNS = ${JSON.stringify(PATTERNS)};`,
  ...[fill, shapeDigits, shapeDay, shapeAmount, caretIn].map(String),
  '',
].join('\n');
const TYPES: Record<string, string> = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

/** Stylesheets, scripts and fonts of the server-rendered pages, named by a hash of their content. */
export async function readAssets(web: string | undefined): Promise<Assets> {
  const font = web && (await findFont(web));
  const face = font
    ? `@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url("${font}") format("woff2")}\n`
    : '';
  return {
    style: await readAsset('site.css', face, await readFile(join(FOLDER, 'finding.css'), 'utf8')),
    area: await readAsset('area.css'),
    gallery: await readAsset('gallery.js'),
    copy: await readAsset('copy.js'),
    photographs: await readAsset('photographs.js'),
    papers: await readAsset('papers.js'),
    fields: await readAsset('fields.js', MASKS),
    check: await readAsset('check.js'),
    site: await readAsset('site.js'),
    measure: await readAsset('measure.js'),
    map: await readAsset('map.js'),
    room: await readAsset('room.css'),
    signing: await readAsset('signing.js'),
    font,
  };
}

/** Address of the stylesheet in an agency's colour. It names the colour, so each address has one content. */
export const stylePath = ({ style }: Assets, accent: Colour | undefined) =>
  accent ? style.path.replace(/\.css$/, `-${accent.slice(1)}.css`) : style.path;

async function readAsset(file: string, before = '', after = ''): Promise<Asset> {
  const text = before + (await readFile(join(FOLDER, file), 'utf8')) + after;
  const body = extname(file) === '.css' ? withoutComments(text) : text;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
  const extension = extname(file);
  return { path: `/site/${basename(file, extension)}-${hash}${extension}`, type: TYPES[extension] ?? '', body };
}

/** Comments of a style sheet are an eighth of it. */
function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  return first + rest.map((part) => part.slice(part.indexOf('*/') + 2)).join('');
}

/** Finds Inter in the built web app; without it the pages use system fonts. */
async function findFont(web: string): Promise<string | undefined> {
  const files = await readdir(join(web, 'assets')).catch(() => []);
  const name = files.find((file) => /^inter-latin-wght-normal-.+\.woff2$/.test(file));
  return name && `/assets/${name}`;
}
