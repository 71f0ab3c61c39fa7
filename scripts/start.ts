import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.ts';
import { whenNpmIsGone } from './parent.ts';
import { supervise } from './supervisor.ts';
import { buildWeb } from './web-build.ts';

const DEMO = fileURLToPath(new URL('../apps/api/src/commands/demo.ts', import.meta.url));

let stop: () => void = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
whenNpmIsGone(() => stop());

requireNode();
const env = process.argv.includes('--demo') ? demoEnvironment() : { ...process.env };
const building = new AbortController();
stop = () => {
  building.abort();
  process.exit(0);
};
await buildWeb(building.signal);
if (env.DEMO) await makeDemo();

const server = supervise({ env, onEnd: (code) => process.exit(code) });
stop = () => void server.stop();

/** A temporary folder, removed at the end, whatever database and storage the environment sets. */
function demoEnvironment(): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'morada-demo-'));
  // PostgreSQL runs as another user when started as root, and needs access to this folder.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { ...process.env, DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', DEMO: '1' };
}

async function makeDemo() {
  const child = fork(DEMO, { env });
  stop = () => void child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
