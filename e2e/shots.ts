import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { withDemo } from '../apps/api/bench/demo-server.ts';
import { browserLaunch } from './browser.ts';
import { callsOf, type Theme, WIDTHS, type Width } from './shots/camera.ts';
import { takeDocs } from './shots/docs.ts';
import { takeGallery } from './shots/gallery.ts';

// `node e2e/shots.ts [FOLDER]`: screenshots of every staff page on the demonstration agency, light and dark, wide and
// narrow. `--only TEXT`: addresses that contain it. `--width 390`, `--theme dark`: a single variant. `--at ORIGIN`: a
// running demonstration. `--docs FOLDER`: instead the pictures of the README and the user's guide (docs/images).
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    at: { type: 'string' },
    docs: { type: 'string' },
  },
  allowPositionals: true,
});
const { only, docs } = values;

const oneOf = <T extends string>(name: string, all: readonly T[], chosen: string | undefined): readonly T[] => {
  const kept = chosen === undefined ? all : all.filter((value) => value === chosen);
  if (kept.length === 0) throw new Error(`--${name}: ${all.join(' ou ')}`);
  return kept;
};
const widths = oneOf('width', Object.keys(WIDTHS), values.width).map((width) => Number(width) as Width);
const themes = oneOf<Theme>('theme', ['light', 'dark'], values.theme);

async function take(origin: string) {
  const call = await callsOf(origin);
  const browser = await chromium.launch(await browserLaunch());
  try {
    if (docs) await takeDocs(browser, origin, call, { folder: docs, only });
    else await takeGallery(browser, origin, call, { folder: positionals[0] ?? 'gallery', only, widths, themes });
  } finally {
    await browser.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

if (values.at) await take(values.at);
else await withDemo(await freePort(), take);
