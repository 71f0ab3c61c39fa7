import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingPath } from '@morada/domain/property/property';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { LONG } from '#test/long.ts';
import { agree, fillAgency } from '../collection.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';

const { app: plain, as, db, deps, signIn, client, property, photograph, contract, invoice, stop } = await startApp();
await fillAgency(db);
await agree(db, '341');

/** The web app's page, and a built script beside it. */
const web = await mkdtemp(join(tmpdir(), 'morada-web-'));
for (const page of ['index.html', 'login.html'])
  await cp(fileURLToPath(new URL(`../../../web/${page}`, import.meta.url)), join(web, page));
await mkdir(join(web, 'assets'));
await writeFile(join(web, 'assets', 'index-4f2a.js'), 'export {};');

const app = await buildApp(deps, { web, publicUrl: 'https://morada.exemplo.com.br' });
await app.ready();
afterAll(async () => {
  await app.close();
  await stop();
  await rm(web, { recursive: true, force: true });
});

const { token } = await signIn('*');
const { token: narrow } = await signIn('FEED_VIEW');
const session = { authorization: `Bearer ${token}` };

const listing = await property();
await photograph(listing.id);
const { images } = (await as('*').get(`/property/${listing.id}/admin`)).json();
const lease = await contract({ user_id: (await client()).id });
const bill = await invoice({ contract: lease });
const { url: boletoLink } = (
  await as('*').post('/boleto/manual', { invoice_id: bill.id, user_id: lease.user_id, proposal_id: lease.id })
).json<{ url: string }>();
const { id: boletoId } = await db.selectFrom('boleto').select('id').executeTakeFirstOrThrow();
const { rawPayload: pdf } = await as('*').get(`/boleto/${boletoId}/pdf`);
const document = (await as('*').put(`/proposal/${lease.id}/CONTRACT`, form(pdf, 'contrato.pdf'))).json<{
  url: string;
}>();

const FORM = 'application/x-www-form-urlencoded';
const browser = { accept: 'text/html' };
const html = listingPath(listing);
const [{ url: image }] = images as [{ url: string }];

const ANSWERS: [string, InjectOptions, number][] = [
  ['the staff app', { url: '/app' }, 200],
  ['a page of the staff app', { url: '/app/clients/info/1' }, 200],
  ['an address from before the app moved', { url: '/clients/info/1?tab=contratos' }, 301],
  ['the staff app’s script', { url: '/assets/index-4f2a.js' }, 200],
  ['a script that is gone', { url: '/assets/gone.js' }, 404],
  ['a form to the staff app', { method: 'POST', url: '/app/login', payload: {} }, 404],
  ['a listing', { url: html }, 200],
  ['a listing’s old address', { url: `/imovel/alugar/${listing.id}` }, 301],
  ['a listing that is not there', { url: '/imovel/alugar/999999' }, 404],
  ['a form with gaps', { method: 'POST', url: html, payload: '', headers: { 'content-type': FORM } }, 303],
  [
    'a form that is no form',
    { method: 'POST', url: html, payload: '<a/>', headers: { 'content-type': 'text/xml' } },
    415,
  ],
  ['the site', { url: '/' }, 200],
  ['the search', { url: '/imoveis' }, 200],
  ['the search, asked for markup', { url: '/imoveis?q=%3Cscript%3Ealert(1)%3C/script%3E' }, 200],
  ['the offer of a home', { url: '/anuncie' }, 200],
  ['the blog', { url: '/blog' }, 200],
  ['the door of the client area', { url: '/cliente/entrar' }, 200],
  ['the map of the site', { url: '/sitemap.xml' }, 200],
  ['the word to machines', { url: '/robots.txt' }, 200],
  ['an invoice by its link', { url: boletoLink, headers: browser }, 200],
  ['an invoice by a wrong link', { url: `${boletoLink}_`, headers: browser }, 404],
  ['a boleto by its link', { url: `${boletoLink}/pdf` }, 200],
  ['the page of the API', { url: '/api/docs' }, 200],
  ['the API’s description', { url: '/api/openapi.json' }, 200],
  ['a list', { url: '/api/user', headers: session }, 200],
  ['no session', { url: '/api/user' }, 401],
  ['a session without permission', { url: '/api/user', headers: { authorization: `Bearer ${narrow}` } }, 403],
  ['a call that is not there', { url: '/api/nada' }, 404],
  ['a body with gaps', { method: 'POST', url: '/api/user/manual', headers: session, payload: {} }, 422],
  ['a document', { url: document.url, headers: session }, 200],
  ['a photograph', { url: image }, 200],
  ['an address that cannot be read', { url: '/api/%E0%A4%A' }, 400],
  ['a page’s address that cannot be read', { url: '/imovel/%E0%A4%A' }, 400],
  ['an address without end', { url: `/api/user/${'1'.repeat(5_000)}` }, 414],
];

/** `script-src 'self'` → `{ 'script-src': ["'self'"] }` */
const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

/** Inline scripts, handlers and script URLs of a page. */
function inline(page: string) {
  const scripts = [...page.matchAll(/<script\b([^>]*)>/gi)]
    .map(([tag, attributes = '']) => ({ tag, attributes }))
    .filter(({ attributes }) => !/\ssrc="\/[^/"]/.test(attributes) && !/type="application\/ld\+json"/.test(attributes));
  return [...scripts.map(({ tag }) => tag), ...(page.match(/<[^>]+\s(on\w+|srcdoc)\s*=[^>]*>|javascript:/gi) ?? [])];
}

describe.each(ANSWERS)('%s', (_, request, status) => {
  test('runs only our own files', async () => {
    const answer = await app.inject(request);
    expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([status, expect.anything()]);
    const policy = directives(answer.headers['content-security-policy']);
    expect(policy['script-src'] ?? policy['default-src']).toBeOneOf([["'self'"], ["'none'"]]);
    expect(policy['object-src'] ?? policy['default-src']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(JSON.stringify({ ...policy, 'style-src': [] })).not.toMatch(/unsafe|\*|https?:/);
    if (String(answer.headers['content-type']).includes('text/html')) expect(inline(answer.body)).toEqual([]);
  });

  test('declares its type, and sends no referrer to other sites', async () => {
    const { headers } = await app.inject(request);
    expect(headers['x-content-type-options']).toBe('nosniff');
    if (status === 400 || status === 414) return;
    expect(headers).toMatchObject({
      // The client area sends same-origin referrers, which its forms need; other sites get none.
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000',
    });
    const isStaff = String(request.url).startsWith('/app');
    expect(headers['permissions-policy']).toMatch(/(^|, )camera=\(\), .*geolocation=\((self)?\).*microphone=\(\)/);
    expect(String(headers['permissions-policy']).includes('geolocation=(self)')).toBe(isStaff);
    expect(headers['cross-origin-resource-policy']).toBe(request.url === image ? 'cross-origin' : 'same-origin');
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('personal data', () => {
  test.each(ANSWERS.filter(([, { url }]) => String(url).startsWith('/api/') && url !== image))(
    'in the answer to %s is never cached',
    async (_, request) => {
      expect((await app.inject(request)).headers['cache-control']).toBe('no-store');
    },
  );
});

describe('an internal error', () => {
  test('runs nothing, and shows no internals', LONG, async () => {
    const { db, deps, stop } = await startApp();
    const broken = await buildApp(deps, { web, publicUrl: 'https://morada.exemplo.com.br' });
    await sql`alter table agency rename column name to gone`.execute(db);
    await sql`alter table invoice rename to gone`.execute(db);
    for (const url of [html, '/', '/anuncie', boletoLink]) {
      const answer = await broken.inject({ url, headers: browser });
      expect([url, answer.statusCode]).toEqual([url, 500]);
      expect(answer.body).not.toMatch(/select|gone|column|relation|\.ts\b|Error/);
      expect(directives(answer.headers['content-security-policy'])['script-src']).toEqual(["'self'"]);
      expect(inline(answer.body)).toEqual([]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    await broken.close();
    await stop();
  });
});

describe('plain http on a server without a public address', () => {
  test('gets no HSTS header', async () => {
    const { headers } = await plain.inject({ url: '/api/health' });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('ignores a forged host in links', async () => {
    for (const host of ['mal.exemplo/"><script>', 'a@b', 'x y', '']) {
      const { body } = await plain.inject({ url: '/sitemap.xml', headers: { host } });
      expect(body).not.toMatch(/mal\.exemplo|a@b|x y/);
    }
    const named = await app.inject({ url: '/sitemap.xml', headers: { host: 'mal.exemplo' } });
    expect(named.body).toContain('https://morada.exemplo.com.br/');
    expect(named.body).not.toContain('mal.exemplo');
  });
});

describe('another site', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'https://mal.exemplo' };
  const message = {
    name: 'Ana Prado',
    email: 'ana@exemplo.com.br',
    phone: '(32) 98841-2076',
    message: 'Gostaria de visitar.',
  };

  test('can’t send a form to a listing', async () => {
    const fields = new URLSearchParams({ pedido: 'mensagem', consent: 'sim', ...message }).toString();
    const send = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: html, payload: fields, headers: { 'content-type': FORM, ...headers } });
    const refused = await send(foreign);
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(refused.body).toContain('Este pedido veio da página de outro site.');
    expect(await db.selectFrom('contact_message').select('id').execute()).toEqual([]);
    expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
    expect(await db.selectFrom('contact_message').select('id').execute()).toHaveLength(1);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('can’t %s to the API, even with a session', async (method) => {
    const answer = await app.inject({ method, url: '/api/user/1/admin', headers: { ...session, ...foreign } });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FOREIGN_PAGE']);
  });

  test('may link to our pages', async () => {
    expect((await app.inject({ url: html, headers: foreign })).statusCode).toBe(200);
  });

  test('can’t read by a script', async () => {
    const asked = await app.inject({
      method: 'OPTIONS',
      url: '/api/user',
      headers: {
        ...foreign,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(asked.statusCode).toBe(404);
    expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('malformed HTTP', () => {
  async function send(app: FastifyInstance, bytes: string) {
    const socket = dial((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => {});
    socket.write(bytes);
    await closed;
    return answer;
  }

  test('is answered with our messages and security headers', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    for (const [bytes, status] of [
      ['isto não é HTTP\r\n\r\n', 400],
      ['GET /api/health HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc', 400],
      ['POST /api/setup HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\nzz\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await send(app, bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toMatch(/content-security-policy: default-src 'none'.*\r\nx-content-type-options: nosniff\r\n/);
      const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
      expect(problem).toMatchObject({ status, message: expect.stringMatching(/^(A requisição|O cabeçalho) /) });
    }
    // Other connections are served as usual.
    expect((await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/health`)).status).toBe(200);
  });
});
