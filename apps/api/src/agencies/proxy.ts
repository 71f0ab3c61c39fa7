import { readFile } from 'node:fs/promises';
import { databaseName } from './postgres.ts';

const DEPLOY = new URL('../../../../deploy/', import.meta.url);

/** The sites of `deploy/` for one agency, without their comments: a block for Caddy and a file for nginx. */
export async function proxyLines({ name, url, port }: { name: string; url: string; port: number }) {
  const { hostname } = new URL(url);
  const upstream = `127.0.0.1:${port}`;
  const [caddy, nginx] = await Promise.all([read('Caddyfile'), read('nginx.conf')]);
  const zone = databaseName(name);
  return {
    caddy: caddy.replace('{$DOMAIN:localhost}', hostname).replace('{$UPSTREAM:127.0.0.1:3000}', upstream),
    nginx: nginx
      .replaceAll('sistema.exemplo.com.br', hostname)
      .replaceAll('127.0.0.1:3000', upstream)
      .replaceAll(/(upstream |http:\/\/|shared:)morada\b/g, `$1${zone}`),
  };
}

const read = async (file: string) =>
  (await readFile(new URL(file, DEPLOY), 'utf8'))
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
