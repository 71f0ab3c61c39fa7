import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.ts';
import { buildWeb } from './web-build.ts';

const MAIN = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url));
const SEED = fileURLToPath(new URL('../apps/api/src/commands/demo.ts', import.meta.url));
/** A server that dies this soon after its start, so often, isn't going to live. */
const TOO_SOON = 5_000;
const TRIES = 3;

requireNode();
const demo = process.argv.includes('--demo');
const env = { ...process.env };
if (demo) {
  const folder = mkdtempSync(join(tmpdir(), 'morada-demo-'));
  env.DATA_DIR = folder;
  env.DATABASE_URL = '';
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

await buildWeb();
if (demo) await finished(fork(SEED, { env }));

let quickDeaths = 0;
let stopping = false;
let server = start();

/** Starts the server, and starts it again when it dies: an agency's morning doesn't wait for somebody to notice. */
function start() {
  const started = Date.now();
  const child = fork(MAIN, { env });
  child.on('exit', (code, signal) => {
    if (stopping || code === 0) process.exit(code ?? 0);
    quickDeaths = Date.now() - started < TOO_SOON ? quickDeaths + 1 : 0;
    if (quickDeaths >= TRIES) process.exit(code ?? 1);
    console.error(`O servidor parou (${signal ?? `código ${code}`}) e volta a partir.`);
    server = start();
  });
  return child;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true;
    server.kill('SIGTERM');
  });
}

function finished(child: ReturnType<typeof fork>): Promise<void> {
  return new Promise((resolve) => child.on('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1))));
}
