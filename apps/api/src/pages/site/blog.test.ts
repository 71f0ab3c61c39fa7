import { postPath } from '@morada/domain/property/post';
import type { LightMyRequestResponse as Answer } from 'fastify';
import type { Updateable } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Post } from '#api/db/schema.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, as, db, clock, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis' }).execute();

const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/146.0.0.0 Safari/537.36';
const ORIGIN = 'http://serraverde.com.br';
const KEY = 'aaaaaaaaaaaaaaaaaaaaaa';

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'serraverde.com.br', ...headers } });
const text = ({ body }: Answer) =>
  body
    .replace(/<(script|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const meta = ({ body }: Answer, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(body)?.[1];
const structured = ({ body }: Answer) =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '');
/** The posts on a page, in order. */
const shown = ({ body }: Answer) =>
  [...body.matchAll(/class="card" href="\/blog\/(\d+)\//g)].map(([, id]) => Number(id));

async function post(columns: Updateable<Post> = {}) {
  return db
    .insertInto('post')
    .values({
      title: 'Como funciona o reajuste',
      body: '<h1>Uma vez por ano</h1><p>O índice está no <strong>contrato</strong>.</p><h3>IPCA &amp; IGP-M</h3>',
      image: KEY,
      image_width: 1_920,
      image_height: 960,
      // Ten in the evening of the 20th in São Paulo.
      created_at: '2026-11-21T01:00:00Z',
      // Half past nine in the evening, in São Paulo.
      updated_at: '2026-11-23T00:30:00Z',
      ...columns,
    } as never)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const emptyBlog = await get('/blog');
test('an empty blog says so, and isn’t indexed', () => {
  expect([emptyBlog.statusCode, text(emptyBlog)]).toEqual([
    200,
    expect.stringContaining('Nenhuma notícia publicada ainda'),
  ]);
  expect(emptyBlog.body).toContain('<meta name="robots" content="noindex">');
});

describe('a post', async () => {
  const made = await post();
  const path = postPath(made);
  const answer = await get(path);

  test('shows title, date, image and text below the page’s own heading', () => {
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, max-age=60',
    ]);
    expect(answer.body.match(/<h1>/g)).toHaveLength(1);
    expect(answer.body).toContain('<h1>Como funciona o reajuste</h1>');
    expect(answer.body).toContain('<time datetime="2026-11-20">20 de novembro de 2026</time>');
    expect(answer.body).toContain(
      '<div class="prose"><h2>Uma vez por ano</h2><p>O índice está no <strong>contrato</strong>.</p><h3>IPCA &amp; IGP-M</h3></div>',
    );
    expect(answer.body).toMatch(new RegExp(`<img src="/api/image/full/${KEY}.jpg"[^>]* fetchpriority="high">`));
  });

  test('has metadata for search engines and link previews', () => {
    const url = `${ORIGIN}${path}`;
    const image = `${ORIGIN}/api/image/full/${KEY}.jpg`;
    expect(answer.body).toContain('<title>Como funciona o reajuste | Serra Verde Imóveis</title>');
    expect(answer.body).toContain(`<link rel="canonical" href="${url}">`);
    expect(meta(answer, 'description')).toBe('Uma vez por ano O índice está no contrato. IPCA &amp; IGP-M');
    expect([meta(answer, 'og:type'), meta(answer, 'og:url'), meta(answer, 'og:image')]).toEqual([
      'article',
      url,
      image,
    ]);
    expect(meta(answer, 'article:published_time')).toBe('2026-11-21T01:00:00.000Z');
    expect(structured(answer)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: 'Como funciona o reajuste',
      description: 'Uma vez por ano O índice está no contrato. IPCA & IGP-M',
      inLanguage: 'pt-BR',
      image: { '@type': 'ImageObject', url: image, width: 1_920, height: 960 },
      datePublished: '2026-11-21T01:00:00.000Z',
      dateModified: '2026-11-23T00:30:00.000Z',
      author: { '@type': 'Organization', name: 'Serra Verde Imóveis', url: `${ORIGIN}/` },
      publisher: { '@type': 'Organization', name: 'Serra Verde Imóveis', url: `${ORIGIN}/` },
    });
  });

  test('redirects other addresses to its own', async () => {
    for (const url of [`/blog/${made.id}`, `/blog/${made.id}/outro-titulo`]) {
      const away = await get(url);
      expect([away.statusCode, away.headers.location]).toEqual([301, path]);
    }
  });

  test.each(['/blog/999999/nada', '/blog/0', '/blog/abc', '/blog/1/2/3'])('returns 404 for %s', async (url) => {
    const missing = await get(url);
    expect([missing.statusCode, missing.headers['x-robots-tag'], text(missing)]).toEqual([
      404,
      'noindex',
      expect.stringContaining('Notícia não encontrada'),
    ]);
  });

  test('deleted, disappears from its address, the list and the sitemap', async () => {
    const gone = await post({ deleted_at: '2026-11-22T12:00:00Z' });
    expect((await get(postPath(gone))).statusCode).toBe(404);
    for (const url of ['/blog', '/sitemap.xml', path]) expect((await get(url)).body).not.toContain(`/blog/${gone.id}/`);
  });

  test('is in the sitemap with its last change, and every page links to the blog', async () => {
    expect((await get('/sitemap.xml')).body).toContain(
      `<url><loc>${ORIGIN}${path}</loc><lastmod>2026-11-22</lastmod></url>`,
    );
    expect((await get('/sitemap.xml')).body).toContain(`<url><loc>${ORIGIN}/blog</loc></url>`);
    expect((await get('/')).body).toContain('<a href="/blog">Blog</a>');
  });

  test('links to three others, not to itself', async () => {
    const others = [await post({ title: 'Um' }), await post({ title: 'Dois' }), await post({ title: 'Três' })];
    expect(shown(await get(path))).toEqual(others.map(({ id }) => id).reverse());
  });

  test('escapes texts', LONG, async () => {
    for (const attack of ATTACKS) {
      const { id, ...hostile } = await post({ title: attack, body: `<p>${attack}</p>` });
      const page = await get(postPath({ id, title: hostile.title }));
      expect([page.statusCode, executables(page.body.replaceAll(ORIGIN, ''))]).toEqual([200, []]);
      expect(structured(page).headline).toBe(attack);
    }
    expect(executables((await get('/blog')).body.replaceAll(ORIGIN, ''))).toEqual([]);
    await db.deleteFrom('post').where('id', '<>', made.id).execute();
  });
});

describe('the list', () => {
  test('has pages of twelve, newest first', async () => {
    await db.deleteFrom('post').execute();
    const made: number[] = [];
    for (let more = 0; more < 15; more += 1) made.unshift((await post({ title: `Notícia ${more}` })).id);
    const [first, second] = [await get('/blog'), await get('/blog?pagina=2')];
    expect([shown(first), shown(second)]).toEqual([made.slice(0, 12), made.slice(12)]);
    expect(first.body).toContain('rel="next" href="/blog?pagina=2"');
    expect(second.body).toContain('rel="prev" href="/blog"');
    expect(meta(second, 'og:url')).toBe(`${ORIGIN}/blog?pagina=2`);
    expect(text(second)).toContain('Página 2 de 2');
    expect(text(await get('/blog?pagina=3'))).toContain('Esta página não existe mais');
    for (const page of ['0', '-1', 'abc', '99999', '1&pagina=2'])
      expect([page, (await get(`/blog?pagina=${page}`)).statusCode]).toEqual([page, 200]);
  });

  test('shows a summary that ends with a whole word', async () => {
    await post({ body: `<p>${'O contrato de locação protege os dois lados. '.repeat(100)}</p>` });
    const { body } = await get('/blog');
    const [, begins = ''] = /<p class="begins">([^<]*)<\/p>/.exec(body) ?? [];
    expect(begins.length).toBeLessThanOrEqual(160);
    expect(begins).toMatch(/^O contrato de locação protege os dois lados\. .*\p{L}…$/u);
  });
});

describe('views', () => {
  const viewsOf = async (id: number) =>
    (await db.selectFrom('post').select('views').where('id', '=', id).executeTakeFirstOrThrow()).views;
  const look = (path: string, agent = PERSON, remoteAddress = '203.0.113.7') =>
    app.inject({ url: path, remoteAddress, headers: { 'user-agent': agent } });
  /** Views are counted after the response, in order: once this one is counted, the earlier ones are too. */
  const counted = (id: number, views: number) => expect.poll(() => viewsOf(id), { interval: 5 }).toBe(views);

  test('count once for each visitor and day, without changing the post', async () => {
    const made = await post();
    const path = postPath(made);
    await look(path, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    await look(`/blog/${made.id}/outro`);
    await look(path);
    await counted(made.id, 1);
    await look(path);
    await look(path, PERSON, '203.0.113.8');
    await counted(made.id, 2);
    clock.today = '2026-11-23';
    await look(path);
    await counted(made.id, 3);
    clock.today = '2026-11-22';
    const answer = await as('FEED_VIEW').get(`/feed/${made.id}`);
    expect([answer.headers.etag, answer.json().views, answer.json().updated_at]).toEqual([
      '"1"',
      3,
      '2026-11-23T00:30:00.000Z',
    ]);
  });

  test('are counted separately for a property and a post of the same id', async () => {
    const made = await post();
    await db
      .insertInto('page_view')
      .values({ day: '2026-11-22', record: 'property', record_id: made.id, visitor: Buffer.alloc(32) })
      .execute();
    await look(postPath(made));
    await counted(made.id, 1);
  });
});
