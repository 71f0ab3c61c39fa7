import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { memoryOf } from './memory.ts';
import type { Place } from './server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PORT = 4791;
/** Idle time before measuring, as before the first requests of a day. */
const IDLE_SECONDS = 20;

/** `npm start` on a folder in use, until ready; and resident memory of process and database at rest. */
export async function measureStart({ dataDir }: Place) {
  const folder = `${dataDir}/start`;
  const first = await start(folder);
  await first.stop();
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const { took, stop } = await start(folder);
    times.push(took);
    await stop();
  }
  const { pid, stop } = await start(folder);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const memory = await memoryOf(pid);
  await stop();
  const middle = times.sort((one, other) => one - other)[1] ?? 0;
  console.log(`\npartida a quente: ${middle.toFixed(2)} s; a frio, com a criação do banco: ${first.took.toFixed(2)} s`);
  console.log('| processo | MB (PSS) |\n|---|---|');
  for (const [name, megabytes] of memory) console.log(`| ${name} | ${megabytes.toFixed(0)} |`);
  console.log(`| juntos | ${memory.reduce((sum, [, megabytes]) => sum + megabytes, 0).toFixed(0)} |`);
}

async function start(folder: string) {
  const from = performance.now();
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error('o servidor não partiu');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const took = (performance.now() - from) / 1_000;
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { took, pid: child.pid ?? 0, stop };
}

const ready = () =>
  fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
