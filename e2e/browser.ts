import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Disables update checks, which would delay every start on a closed network.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * An installed Chromium, else the one from npm with its own libraries and fonts. `CHROMIUM_PATH` names another;
 * `CHROMIUM_PATH=npm` takes the one from npm.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  const wanted = process.env.CHROMIUM_PATH;
  const installed = wanted === 'npm' ? undefined : [wanted, ...INSTALLED].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: QUIET };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Os testes de navegador precisam de um Chromium instalado nesta plataforma: aponte CHROMIUM_PATH para ele.',
    );
  }
  const folder = await unpackedChromium();
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  };
  return { executablePath: join(folder, 'chromium'), args: QUIET, env };
}

/** Unpacks once, beside the package; an incomplete folder is never used. */
async function unpackedChromium(): Promise<string> {
  const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
  if (existsSync(folder)) return folder;
  const half = `${folder}-${process.pid}`;
  mkdirSync(half, { recursive: true });
  const { TMPDIR } = process.env;
  // The package always unpacks into the temporary folder.
  process.env.TMPDIR = half;
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  await Promise.all([chromium.executablePath(bin), inflate(join(bin, 'al2023.tar.br'))]);
  // Its font configuration refers to the folder it was built for.
  writeFileSync(join(half, 'fonts', 'fonts.conf'), fontsIn(join(folder, 'fonts')));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  try {
    renameSync(half, folder);
  } catch (error) {
    // Another process was faster: a folder can't replace one that has content.
    if (!existsSync(folder)) throw error;
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

const fontsIn = (folder: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;
