import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { NOTICES, noticesOf } from '../../../scripts/notices.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCRIPT = fileURLToPath(new URL('../../../scripts/dependencies.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'morada-dependencies-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the script against a stub registry, with an empty npm cache. */
async function audited(answer: RequestListener, ...words: string[]) {
  const registry = createServer(answer);
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const sbom = join(folder, 'sbom.json');
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_cache: await mkdtemp(join(folder, 'cache-')),
    npm_config_fetch_retries: '0',
  };
  const result = await new Promise<{ code: number; says: string }>((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, '--sbom', sbom, ...words],
      { env, cwd: join(SCRIPT, '../..') },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
    );
  });
  registry.closeAllConnections();
  registry.close();
  return { ...result, sbom };
}

const advising =
  (advisories: object): RequestListener =>
  (request, response) => {
    const isAsked = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAsked ? advisories : { error: 'not found' }));
  };

const advisory = (severity: string) => ({
  fastify: [
    {
      id: 1,
      url: 'https://example.org/advisories/1',
      title: 'Something dangerous',
      severity,
      vulnerable_versions: '<99.0.0',
      cwe: [],
      cvss: { score: 8, vectorString: null },
    },
  ],
});

test('the notices that are shipped name each package that runs, with its licence', () => {
  const shipped = readFileSync(join(ROOT, NOTICES), 'utf8');
  expect(shipped === noticesOf(ROOT), 'npm run check:dependencies -- --notices').toBe(true);
  // One of the server, one of the pages, and one of both.
  for (const name of ['fastify', '@mantine/core', 'zod'])
    expect(shipped).toMatch(new RegExp(`^${name} \\d+\\S*, MIT$`, 'm'));
  expect(shipped).toContain('Permission is hereby granted, free of charge');
  expect(shipped).toContain('Apache License');
  // Not what only builds and tests.
  expect(shipped).not.toMatch(/^(vitest|typescript|@biomejs)/m);
});

test('without findings the bill of materials is written and the exit code is 0', {
  ...LONG,
  timeout: 60_000,
}, async () => {
  const { code, says, sbom } = await audited(advising({}));
  expect(says).toMatch(/Known vulnerabilities: 0 critical, 0 high/);
  expect(code).toBe(0);
  const { bomFormat, metadata, components } = JSON.parse(await readFile(sbom, 'utf8'));
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'morada']);
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toContain('fastify');
  expect(names).not.toContain('vitest');
});

test.each([
  ['high', 1],
  ['moderate', 0],
])('a vulnerability that is %s: exit %i', { ...LONG, timeout: 60_000 }, async (severity, code) => {
  const result = await audited(advising(advisory(severity)));
  expect(result.says).toContain(`${severity}: fastify`);
  expect(result.code).toBe(code);
});

test.each<[string, RequestListener]>([
  ['is broken', (_, response) => response.writeHead(500).end('{}')],
  ['knows no such question', (_, response) => response.writeHead(404).end('{}')],
  ['hangs up', (request) => request.socket.destroy()],
])('a registry that %s is reported, and doesn’t fail the check', { ...LONG, timeout: 60_000 }, async (_, answer) => {
  const { code, says } = await audited(answer);
  expect(says).toMatch(/WARNING: not audited/);
  expect(code).toBe(0);
});

test('before a release a failed audit fails', { ...LONG, timeout: 60_000 }, async () => {
  const { code, says } = await audited((_, response) => response.writeHead(500).end('{}'), '--release');
  expect(says).toMatch(/WARNING: not audited/);
  expect(code).toBe(1);
});

test('before a release a successful audit doesn’t fail', { ...LONG, timeout: 60_000 }, async () => {
  expect((await audited(advising({}), '--release')).code).toBe(0);
});
