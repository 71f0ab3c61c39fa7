import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = `${ROOT}apps/web`;
const VITE = fileURLToPath(import.meta.resolve('vite')).replace(/dist[/\\].*$/, 'bin/vite.js');
const STAMP = `${WEB}/dist/.stamp`;

/**
 * Builds the browser app when its sources changed since the last build, in a process of its own, so that the bundler's
 * memory (more than 1 GB) is freed before the server starts. Aborting the signal ends that process.
 */
export async function buildWeb(signal?: AbortSignal) {
  const sources = sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  console.log('Preparando a interface…');
  // Vite reads NODE_ENV from its environment: the app needs React's production build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [VITE, 'build', WEB, '--logLevel', 'warn'], { env, signal, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('A interface não pôde ser preparada.');
  writeFileSync(STAMP, sources);
}

function sourcesHash() {
  const files = [
    'apps/web/{src,public}/**/*.*',
    'apps/web/{*.{ts,html,json},chunks/*.ts}',
    'packages/*/src/**/*.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of globSync(files, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(ROOT + file));
  return hash.digest('hex');
}
