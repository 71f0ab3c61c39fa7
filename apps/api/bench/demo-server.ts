import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url));

/** User of the demonstration agency. */
export const STAFF = ['mariana@demo.morada', 'demonstracao'] as const;
/** Client of the demonstration agency, tenant and owner. */
export const CLIENT = ['cliente@demo.morada', 'demonstracao'] as const;

/** Runs the demonstration agency on a folder of its own during `work`. */
export async function withDemo(port: number, work: (origin: string) => Promise<void>) {
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', PUBLIC_URL: '' };
  const server = fork(START, ['--demo'], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    await serving(server);
    await work(`http://127.0.0.1:${port}`);
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
}

/** Runs a script of e2e/ to its end. */
export async function runScript(name: string, args: readonly string[]) {
  const [code] = await once(fork(fileURLToPath(new URL(`../../../e2e/${name}`, import.meta.url)), args), 'exit');
  if (code !== 0) throw new Error(`${name} não terminou`);
}

/** Resolves when the server reports that it is ready. */
function serving(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk) => String(chunk).includes('Morada em') && resolve());
    server.on('exit', () => reject(new Error('o servidor não partiu')));
  });
}
