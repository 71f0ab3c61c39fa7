import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';

const WORKER = new URL('../../apps/web/public/offline.js', import.meta.url);

/** A server of small builds, each a page and its script; a build without a script is one whose upload broke off. */
async function serveBuilds(first: string) {
  const worker = await readFile(WORKER, 'utf8');
  const build = { name: first, hasScript: true, held: undefined as Promise<void> | undefined, isGone: false };
  const page = () => `<!doctype html><title>${build.name}</title><h1></h1>
<script src="/begin.js"></script><script type="module" src="/assets/${build.name}.js"></script>`;
  const scripts = (path: string) => {
    if (path === '/offline.js') return worker;
    if (path === '/begin.js') return `navigator.serviceWorker.register('/offline.js', { scope: '/app' });`;
    const name = /^\/assets\/(\w+)\.js$/.exec(path)?.[1];
    return (name === build.name || name === 'slow') && build.hasScript
      ? `document.querySelector('h1').textContent = '${name}';`
      : undefined;
  };
  const server = createServer(async ({ url = '' }, response) => {
    if (build.isGone) return response.destroy();
    if (url.startsWith('/assets/slow')) await build.held;
    const isPage = url.startsWith('/app');
    const body = isPage ? page() : scripts(url);
    // Not kept by the browser itself: what comes without a connection is the worker's.
    const headers = { 'content-type': isPage ? 'text/html' : 'text/javascript', 'cache-control': 'no-store' };
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { build, server, url: `http://127.0.0.1:${port}` };
}

test('without a connection the frame of the last whole build opens, and with one never an older than the server’s', async ({
  browser,
}) => {
  const { build, server, url } = await serveBuilds('one');
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  const kept = () =>
    page.evaluate(async () => {
      const builds = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const files = await Promise.all(builds.map((one) => one.keys()));
      return files.map((all) => all.map(({ url }) => new URL(url).pathname).sort());
    });
  const shows = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

  await page.goto(`${url}/app/clients`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  expect(await kept()).toEqual([['/app', '/assets/one.js', '/begin.js']]);

  await context.setOffline(true);
  await page.goto(`${url}/app/contracts/info/7?tab=fiadores`);
  await shows('one');
  await page.goto(`${url}/app/login`);
  await shows('Sem conexão com o servidor');

  // A newer build comes at once, and takes the place of the older one.
  await context.setOffline(false);
  build.name = 'two';
  await page.goto(`${url}/app/clients`);
  await shows('two');
  await expect.poll(kept).toEqual([['/app', '/assets/two.js', '/begin.js']]);

  // One that can't be kept whole is shown all the same, and the last whole one stays.
  Object.assign(build, { name: 'three', hasScript: false });
  await page.goto(`${url}/app/clients`);
  await expect(page).toHaveTitle('three');
  await context.setOffline(true);
  await page.reload();
  await shows('two');

  // Out of reach of the server, while the device believes that it has a connection.
  await context.setOffline(false);
  build.isGone = true;
  await page.goto(`${url}/app/contracts`);
  await shows('two');
  Object.assign(build, { isGone: false, hasScript: true });

  // A former build that loads slowly does not come in place of the newer one that was kept meanwhile.
  const { promise, resolve: release } = Promise.withResolvers<void>();
  Object.assign(build, { name: 'slow', held: promise });
  const slow = await context.newPage();
  await slow.goto(`${url}/app/clients`, { waitUntil: 'commit' });
  build.name = 'four';
  await page.goto(`${url}/app/clients`);
  await shows('four');
  release();
  await expect(slow.getByRole('heading', { name: 'slow', exact: true })).toBeVisible();
  await expect.poll(kept).toEqual([['/app', '/assets/four.js', '/begin.js']]);

  await context.close();
  server.close();
});
