import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireFreePort } from './free-port.ts';
import { requireNode } from './node-version.ts';
import { whenNpmIsGone } from './parent.ts';
import { supervise } from './supervisor.ts';
import { buildWeb } from './web-build.ts';

const DEMO = fileURLToPath(new URL('../apps/api/src/commands/demo.ts', import.meta.url));
const DEMO_BANK = fileURLToPath(new URL('../apps/api/demo-bank/demo-bank.ts', import.meta.url));
const DEFAULT_PORT = 3_000;

let stop: () => void = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
whenNpmIsGone(() => stop());

requireNode();
const isDemo = process.argv.includes('--demo');
const env = isDemo ? demoEnvironment() : { ...process.env };
const building = new AbortController();
stop = () => {
  building.abort();
  process.exit(0);
};
await requireFreePort(env, DEFAULT_PORT);
await buildWeb(building.signal);
if (env.DEMO) await makeDemo();

const server = supervise({ env, onEnd: (code) => process.exit(code) });
const bank = isDemo ? openDemoBank() : undefined;
stop = () => {
  bank?.kill('SIGTERM');
  void server.stop();
};

/** A temporary folder, removed at the end, whatever database and storage the environment sets. */
function demoEnvironment(): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'morada-demo-'));
  // PostgreSQL runs as another user when started as root, and needs access to this folder.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The bank posts its notices of payments to this address.
  const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://localhost:${portOf(process.env)}`;
  return {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    STORAGE_URL: '',
    DEMO: '1',
    INTERNAL_ADDRESSES: 'allow',
    PUBLIC_URL,
  };
}

function portOf({ PORT }: NodeJS.ProcessEnv): number {
  return Number(PORT) || DEFAULT_PORT;
}

/** The bank that the demonstration is connected to, on the next port. The system goes on if it can't start. */
function openDemoBank() {
  const port = portOf(env);
  const child = fork(DEMO_BANK, ['--app', `http://localhost:${port}`, '--port', String(port + 1)], { env });
  child.on('exit', (code) => {
    if (code) console.error('O banco de demonstração não abriu.');
  });
  return child;
}

async function makeDemo() {
  const child = fork(DEMO, { env });
  stop = () => void child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
