import { STAFF_PATH } from '@morada/contract/base/addresses';
import { type Audit, auditPages } from '../audits.ts';
import { lease } from '../contracts.ts';
import { expect, test } from '../fixtures.ts';
import { ADMIN } from '../people.ts';
import { addPhotograph, advertise, property, tag } from '../properties.ts';
import { visitorsPage } from '../visitors.ts';

const KB = 1_024;

/** A property on offer with a typical number of photographs of camera size. */
async function listing(call: Parameters<typeof property>[0]) {
  const street = `Rua ${tag()}`;
  const id = await property(call, { street, location: 'HOUSE' });
  for (const colour of ['#0f606d', '#934d2c', '#1e5ba1', '#1b6d41', '#774e23']) await addPhotograph(id, colour);
  await advertise(call, id);
  return `/imovel/alugar/${id}/${street.toLowerCase().replace('ê', 'e').replaceAll(' ', '-')}-juiz-de-fora`;
}

test('public pages reach the scores for accessibility, best practices and SEO', async ({ call }) => {
  test.setTimeout(300_000);
  const paths = [await listing(call), '/', '/imoveis?para=alugar', '/anuncie'];
  const urls = paths.map((path) => `${process.env.E2E_URL}${path}`);
  const audits = await auditPages(urls, ['accessibility', 'best-practices', 'seo']);
  const least = ({ scores }: Audit) => Math.min(...Object.values(scores));
  for (const [index, audit] of audits.entries()) {
    expect(Object.keys(audit.scores), paths[index]).toHaveLength(3);
    expect(least(audit), `${paths[index]}: ${audit.faults.join('; ')}`).toBeGreaterThanOrEqual(95);
  }
});

test('staff pages reach the scores for accessibility and best practices, the login included', async ({ call }) => {
  test.setTimeout(300_000);
  const { id } = await lease(call);
  // A list and a record: the walk checks each page with axe.
  const inside = ['/financial/invoices', `/contracts/info/${id}`];
  const url = (path: string) => `${process.env.E2E_URL}${STAFF_PATH}${path}`;
  const asked = ['accessibility', 'best-practices'] as const;
  const audits = [
    ...(await auditPages([url('/login')], asked)),
    ...(await auditPages(inside.map(url), asked, { as: 'staff', ...ADMIN })),
  ];
  for (const [index, { scores, faults }] of audits.entries()) {
    const page = ['/login', ...inside][index];
    expect(Object.keys(scores), page).toHaveLength(2);
    expect(Math.min(...Object.values(scores)), `${page}: ${faults.join('; ')}`).toBeGreaterThanOrEqual(95);
  }
});

test('a phone loads only the visible photographs of a listing, and nothing blocks rendering', async ({
  call,
  browser,
}) => {
  const path = await listing(call);
  const page = await visitorsPage(browser, { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
  const loaded: { kind: string; path: string; bytes: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    loaded.push({
      kind: request.resourceType(),
      path: new URL(request.url()).pathname,
      bytes: request.sizes().then(({ responseBodySize }) => responseBodySize),
    });
  });
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('img', { name: /foto 1 de 5$/ })).toHaveJSProperty('complete', true);
  const weigh = async (kind: string) => {
    const found = loaded.filter((one) => one.kind === kind);
    const bytes = await Promise.all(found.map((one) => one.bytes));
    return { count: found.length, bytes: bytes.reduce((sum, more) => sum + more, 0) };
  };

  expect((await weigh('document')).bytes).toBeLessThan(12 * KB);
  expect(await weigh('stylesheet')).toMatchObject({ count: 1 });
  expect((await weigh('stylesheet')).bytes).toBeLessThan(9 * KB);
  // Photographs, and favourites with the way to share.
  expect(await weigh('script')).toMatchObject({ count: 2 });
  expect((await weigh('script')).bytes).toBeLessThan(4 * KB);
  expect(await weigh('font')).toMatchObject({ count: 1 });
  // The first photograph in this screen's size, and its neighbours in the row: none in full size.
  const pictures = loaded.filter(({ kind }) => kind === 'image').map((one) => one.path);
  expect(pictures.filter((one) => one.includes('/full/'))).toEqual([]);
  expect(pictures.filter((one) => one.includes('/medium/')).length).toBeGreaterThan(0);
  expect((await weigh('image')).bytes / pictures.length).toBeLessThan(160 * KB);

  // Only styles block the first paint.
  const blocking = await page.evaluate(
    () => [...document.querySelectorAll('script[src]')].filter((script) => !(script as HTMLScriptElement).defer).length,
  );
  expect(blocking).toBe(0);
  await page.context().close();
});

test('the app is compressed, hashed files are immutable and the icon is cached for a day', async ({ request }) => {
  const index = await (await request.get('/app/login')).text();
  const files = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(file, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers()['cache-control']).toContain('immutable');
      const bytes = await answer.body();
      // Responses below one packet gain nothing from compression.
      if (bytes.length < 1_001) continue;
      expect(answer.headers(), file).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    }
    const plain = await request.get(file, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers()['content-encoding']).toBeUndefined();
  }
  const [icon] = /[^"]+\.svg/.exec(index) ?? [''];
  expect((await request.get(icon)).headers()['cache-control']).toBe('public, max-age=86400');
  expect((await request.get('/color-scheme.js')).headers()['cache-control']).toBe('no-cache');
});
