import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url));
const AUDIT = fileURLToPath(new URL('../../../e2e/audit.ts', import.meta.url));
const PORT = 4_409;

/** The public pages of the demonstration agency as a telephone loads them, and the page on which staff sign in. */
export async function measurePages() {
  const env = { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'silent', PUBLIC_URL: '' };
  const server = fork(START, ['--demo'], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    await serving(server);
    const origin = `http://127.0.0.1:${PORT}`;
    const listing = /\/imovel\/[^<]+/.exec(await (await fetch(`${origin}/sitemap.xml`)).text())?.[0] ?? '';
    const pages = [listing, '/site', '/site/imoveis', '/site/anuncie', '/login'].map((path) => origin + path);
    const [code] = await once(fork(AUDIT, pages), 'exit');
    if (code !== 0) throw new Error('a medição das páginas não terminou');
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
}

/** Says so itself, once everything is there. */
function serving(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk) => String(chunk).includes('Morada em') && resolve());
    server.on('exit', () => reject(new Error('o servidor não partiu')));
  });
}
