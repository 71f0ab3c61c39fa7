import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = `${ROOT}apps/web`;
const STAMP = `${WEB}/dist/.stamp`;

/** Builds the browser app when its sources are not those of the last build. */
export async function buildWeb() {
  const sources = sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  console.log('Preparando a interface…');
  // Vite goes by the NODE_ENV of whoever starts it; what is served is never React for developers.
  process.env.NODE_ENV = 'production';
  await build({ root: WEB, configFile: `${WEB}/vite.config.ts`, logLevel: 'warn' });
  writeFileSync(STAMP, sources);
}

function sourcesHash() {
  const files = [
    'apps/web/{src,public}/**/*.*',
    'apps/web/*.{ts,html,json}',
    'packages/*/src/**/*.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of globSync(files, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(ROOT + file));
  return hash.digest('hex');
}
