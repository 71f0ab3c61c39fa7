import { gunzipSync } from 'node:zlib';
import { listingPath } from '@morada/domain/property/property';
import type { LightMyRequestResponse as Answer } from 'fastify';
import { sql, type Updateable } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { connect } from '#api/db/connection/connect.ts';
import type { Property } from '#api/db/schema.ts';
import { forgetVisitors } from '#api/modules/doors/site/site.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, as, db, deps, clock, client, owner, property, contract, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis', creci: 'MG-PJ 4187', phone: '3232321400' }).execute();

const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/146.0.0.0 Safari/537.36';

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** A listing with the columns that the test sets. */
async function listing(columns: Updateable<Property> = {}, given: Parameters<typeof property>[0] = {}) {
  const { id } = await property(given);
  if (Object.keys(columns).length > 0) await db.updateTable('property').set(columns).where('id', '=', id).execute();
  return db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
const photograph = (property_id: number, position: number, key: string) =>
  db
    .insertInto('property_image')
    .values({ property_id, position, key, name: 'foto-da-helena.jpg', width: 1920, height: 1280, bytes: 1 })
    .execute();

/** Visible text of a page: without markup, entities decoded. */
const words = (answer: Answer) =>
  answer.body
    .replace(/<(script|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name as string] ?? '',
    )
    .replace(/\s+/g, ' ');
const meta = (answer: Answer, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(answer.body)?.[1];
const structured = (answer: Answer) =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(answer.body)?.[1] ?? '');

describe('a listing', async () => {
  const { id, ...home } = await listing(
    {
      ...{
        neighborhood: 'São Mateus',
        bedrooms: 3,
        bathrooms: 2,
        garage: 1,
        building_area: 92,
        pet: true,
        furnished: false,
      },
      description: 'Quinto andar, sol da manhã.\nCozinha com armários.\n\nPerto da universidade.',
    },
    {
      price: 214_000,
      fees: [
        { name: 'Condomínio', price: 48_000 },
        { name: 'IPTU', price: 11_240, to_owner: true },
        { name: 'Seguro incêndio', price: 1_890 },
      ],
    },
  );
  const path = listingPath({ id, ...home });
  const names = ['Varanda', 'Elevador'];
  await db
    .insertInto('property_feature')
    .values(names.map((name, position) => ({ property_id: id, name, position })))
    .execute();
  await photograph(id, 1, 'bbbbbbbbbbbbbbbbbbbbbb');
  await photograph(id, 0, 'aaaaaaaaaaaaaaaaaaaaaa');
  const answer = await get(path);

  test('shows features, place and monthly price', () => {
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(answer.body.match(/<h1>/g)).toHaveLength(1);
    const text = words(answer);
    expect(text).toContain(
      `Disponível Cód. ${id} Apartamento com 3 quartos em São Mateus Rua São Mateus, São Mateus, Juiz de Fora, MG`,
    );
    // 2.140,00 + 480,00 + 112,40 + 18,90
    expect(text).toContain(
      'R$ 2.751,30 /mês no total Aluguel R$ 2.140,00 Condomínio R$ 480,00 IPTU R$ 112,40 Seguro incêndio R$ 18,90 Total por mês R$ 2.751,30',
    );
    expect(text).toContain('92 m² área construída 3 quartos 2 banheiros 1 vaga Aceita animais Sobre o imóvel');
    expect(text).toContain('O que tem Varanda Elevador');
    expect(answer.body).toContain(
      '<p>Quinto andar, sol da manhã.<br>Cozinha com armários.</p><p>Perto da universidade.</p>',
    );
  });

  test('prints contacts and the page’s address', () => {
    const [sheet = ''] = /<section class="sheet">[\s\S]*?<\/section>/.exec(answer.body) ?? [];
    expect(sheet).toContain(
      `Serra Verde Imóveis</strong><br>CRECI MG-PJ 4187<br>(32) 3232-1400<br>http://localhost:80${path}`,
    );
    expect(sheet).toContain('<svg class="qr"');
  });

  test('shows photographs in order: the first eagerly, the rest lazily', () => {
    const [cover, ...rest] = answer.body.match(/<img [^>]+>/g) ?? [];
    expect(cover).toContain('src="/api/image/full/aaaaaaaaaaaaaaaaaaaaaa.jpg"');
    expect(cover).toContain(
      'srcset="/api/image/full/aaaaaaaaaaaaaaaaaaaaaa.jpg 1920w, /api/image/medium/aaaaaaaaaaaaaaaaaaaaaa.jpg 960w, /api/image/thumb/aaaaaaaaaaaaaaaaaaaaaa.jpg 480w"',
    );
    expect(cover).toContain('width="1920" height="1280"');
    expect(cover).toContain('alt="Apartamento com 3 quartos em São Mateus, foto 1 de 2" fetchpriority="high"');
    expect(rest).toHaveLength(3);
    for (const image of rest) expect(image).toContain('loading="lazy"');
    expect(words(answer)).toContain('Ver 2 fotos');
  });

  test('has metadata for search engines and link previews', async () => {
    const page = await get(path, { host: 'serraverde.com.br' });
    const url = `http://serraverde.com.br${path}`;
    expect(page.body).toContain(
      '<title>Apartamento com 3 quartos em São Mateus, Juiz de Fora | Serra Verde Imóveis</title>',
    );
    expect(page.body).toContain(`<link rel="canonical" href="${url}">`);
    expect(page.body).not.toContain('noindex');
    expect(meta(page, 'description')).toBe(
      'R$\u00a02.140,00 por mês. 92\u00a0m² área construída · 3 quartos · 2 banheiros · 1 vaga · Aceita animais. Rua São Mateus, São Mateus, Juiz de Fora, MG.',
    );
    expect(meta(page, 'og:url')).toBe(url);
    expect(meta(page, 'og:site_name')).toBe('Serra Verde Imóveis');
    expect(meta(page, 'og:title')).toBe('Apartamento com 3 quartos em São Mateus, Juiz de Fora');
    expect(meta(page, 'og:image')).toBe('http://serraverde.com.br/api/image/full/aaaaaaaaaaaaaaaaaaaaaa.jpg');
    expect(structured(page)).toMatchObject({
      '@type': 'RealEstateListing',
      url,
      image: ['aaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbb'].map(
        (key) => `http://serraverde.com.br/api/image/full/${key}.jpg`,
      ),
      offers: { price: 2140, priceCurrency: 'BRL', offeredBy: { name: 'Serra Verde Imóveis' } },
      mainEntity: {
        '@type': 'Apartment',
        numberOfBedrooms: 3,
        address: { streetAddress: 'Rua São Mateus, São Mateus', addressLocality: 'Juiz de Fora', addressRegion: 'MG' },
      },
    });
  });

  test('uses the public address if set, whatever the request’s host', async () => {
    const site = await buildApp(deps, { publicUrl: 'https://serraverde.com.br/' });
    const page = await site.inject({ url: path, headers: { host: 'outra.com.br' } });
    expect(meta(page, 'og:url')).toBe(`https://serraverde.com.br${path}`);
    expect(page.body).not.toContain('outra.com.br');
    await site.close();
  });

  test.each(['a"onload="x', 'mal.com/<script>', 'eu@mal.com', ' '])('ignores a host of the form %j', async (host) => {
    const page = await get(path, { host });
    expect(meta(page, 'og:url')).toBe(path);
    expect(page.body).not.toContain('mal.com');
  });

  test('is cached for a minute, revalidated by ETag, and compressed', async () => {
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
    const again = await get(path, { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const small = await get(path, { 'accept-encoding': 'br, gzip' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(small.rawPayload).toString()).toBe(answer.body);
    expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  });

  test('loads only its own styles, scripts and photographs', async () => {
    const addresses = [...answer.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = '']) => address);
    const links = /^(?:\/|http:\/\/localhost|https:\/\/wa\.me\/|tel:\+55|mailto:)/;
    expect(addresses.filter((address) => !links.test(address))).toEqual([]);
    for (const [pattern, type] of [
      [/\/site\/site-[\w-]{10}\.css/, 'text/css; charset=utf-8'],
      [/\/site\/gallery-[\w-]{10}\.js/, 'text/javascript; charset=utf-8'],
      [/\/site\/site-[\w-]{10}\.js/, 'text/javascript; charset=utf-8'],
    ] as const) {
      const file = await get(pattern.exec(answer.body)?.[0] ?? '');
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, type]);
      expect(file.headers['cache-control']).toContain('immutable');
    }
  });
});

describe('a property for sale', () => {
  test('shows only its price', async () => {
    const sale = await listing(
      { location: 'HOUSE' },
      { type: 'SALE', price: 64_000_000, fees: [{ name: 'IPTU', price: 100 }] },
    );
    const page = await get(listingPath(sale));
    expect(words(page)).toContain('Venda R$ 640.000,00');
    expect(words(page)).not.toMatch(/por mês|\/mês|IPTU/);
    expect(structured(page).offers).toMatchObject({
      price: 640_000,
      businessFunction: expect.stringContaining('Sell'),
    });
  });

  test('names an exchange', async () => {
    expect(words(await get(listingPath(await listing({ type: 'EXCHANGE' }))))).toContain('Permuta R$');
  });

  test('without a price doesn’t show zero', async () => {
    const page = await get(listingPath(await listing({ price: 0 }, { type: 'SALE' })));
    expect(words(page)).toContain('Venda Sob consulta');
    expect(structured(page).offers).not.toHaveProperty('price');
  });
});

test('a rent without fees has no total, and a page without photographs, facts or text is complete', async () => {
  const page = await get(listingPath(await listing()));
  expect(page.statusCode).toBe(200);
  expect(words(page)).toContain('Este anúncio ainda não tem fotos.');
  expect(words(page)).not.toMatch(/Total por mês|Sobre o imóvel|O que tem|Ver \d/);
  expect(page.body).not.toMatch(/undefined|null|NaN|\[object|og:image|gallery-/);
});

describe('the address', () => {
  const away = async (url: string) => {
    const answer = await get(url);
    return [answer.statusCode, answer.headers.location, answer.headers['cache-control']];
  };

  test('redirects to the canonical one', async () => {
    const { id, ...home } = await listing();
    const path = `/imovel/alugar/${id}/rua-sao-mateus-juiz-de-fora`;
    expect(listingPath({ id, ...home })).toBe(path);
    const there = [301, path, 'public, max-age=60'];
    for (const wrong of [
      `/imovel/comprar/${id}/rua-sao-mateus-juiz-de-fora`,
      `/imovel/alugar/${id}/rua-antiga`,
      `/imovel/alugar/${id}/%3Cscript%3E`,
      `/imovel/alugar/${id}`,
      `${path}/`,
    ])
      expect(await away(wrong), wrong).toEqual(there);
    const ad = '?utm_source=google&gclid=x1';
    expect(await away(`/imovel/alugar/${id}${ad}`)).toEqual([301, path + ad, 'public, max-age=60']);
    expect((await get(`${path}?utm_source=zap`)).statusCode).toBe(200);
  });

  test('follows changes of street and purpose', async () => {
    const { id } = await listing();
    await as('PROPERTY_EDIT').patch(`/property/${id}`, { type: 'SALE', price: 350_000, street: 'Rua Halfeld' });
    expect((await away(`/imovel/alugar/${id}/rua-sao-mateus-juiz-de-fora`)).slice(0, 2)).toEqual([
      301,
      `/imovel/comprar/${id}/rua-halfeld-juiz-de-fora`,
    ]);
  });
});

describe('unpublished properties', () => {
  const gone = (answer: Answer) => {
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' });
    expect(meta(answer, 'robots')).toBe('noindex');
    expect(answer.body).toContain('<h1>Anúncio não encontrado</h1>');
    expect(words(answer)).toContain('Serra Verde Imóveis');
    expect(words(answer)).toContain('O imóvel pode já ter sido alugado ou vendido');
    // What is offered in its place has the words of the search, and nothing of the listing that was asked for.
    expect(answer.body).toContain('aria-label="Buscar imóveis"');
    expect(answer.body).not.toContain('Rua Escondida');
  };

  test.each(['PENDING', 'RENTED', 'SOLD', 'UNAVAILABLE'] as const)('that are %s give 404', async (status) => {
    const hidden = await listing({ status }, { street: 'Rua Escondida' });
    gone(await get(listingPath(hidden)));
    gone(await get(`/imovel/comprar/${hidden.id}/x`));
  });

  test('that are deleted give 404', async () => {
    const removed = await listing({ deleted_at: new Date().toISOString() }, { street: 'Rua Escondida' });
    gone(await get(listingPath(removed)));
  });

  test.each([
    '/imovel/alugar/999999/rua',
    '/imovel/alugar/0/rua',
    '/imovel/alugar/-1/rua',
    '/imovel/alugar/01/rua',
    '/imovel/alugar/1e3/rua',
    '/imovel/alugar/99999999999999999999/rua',
    '/imovel/alugar/abc/rua',
    '/imovel/trocar/1/rua',
    '/imovel/alugar/1/rua/mais',
    '/imovel/alugar',
    '/imovel/',
  ])('%s gives 404', async (url) => gone(await get(url)));

  test.each([
    ['/site/imoveis?para=comprar&pagina=2', '/imoveis?para=comprar&pagina=2'],
    ['/contracts/info/12?tab=faturas', '/app/contracts/info/12?tab=faturas'],
  ])('%s, saved before the site moved, leads to %s', async (url, now) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([301, now]);
  });

  test.each(['/favicon.ico', '/wp-login.php'])('%s is answered without a page', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, '']);
  });

  test.each(['/imovies', '/imoveis/alugar', '/anuncie/x'])('%s is no page of the site', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<h1>Página não encontrada</h1>');
    expect(words(answer)).toContain('Serra Verde Imóveis');
  });

  test('appear once somebody advertises them, complete, and go when they no longer are', async () => {
    const hidden = await listing({ status: 'PENDING', advertised: false, bedrooms: 0, building_area: null });
    const change = (body: object) => as('PROPERTY_EDIT').patch(`/property/${hidden.id}`, body);
    gone(await get(listingPath(hidden)));
    expect((await change({ advertised: true })).json().code).toBe('NOT_AVAILABLE');
    await change({ status: 'AVAILABLE' });
    gone(await get(listingPath(hidden)));
    const refused = await change({ advertised: true });
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'Antes de anunciar, falta: fotografia e quartos e banheiros (ou área).',
    ]);
    await photograph(hidden.id, 0, 'fachada');
    expect((await change({ advertised: true, bedrooms: 2, bathrooms: 1 })).json().advertised).toBe(true);
    expect((await get(listingPath(hidden))).statusCode).toBe(200);
    // Let and freed by hand, it is where it was; without its photograph it is not.
    await change({ status: 'RENTED' });
    gone(await get(listingPath(hidden)));
    await change({ status: 'AVAILABLE' });
    expect((await get(listingPath(hidden))).statusCode).toBe(200);
    const image = await db
      .selectFrom('property_image')
      .select('id')
      .where('property_id', '=', hidden.id)
      .executeTakeFirst();
    await as('PROPERTY_EDIT').delete(`/property/${image?.id}/images`);
    gone(await get(listingPath(hidden)));
    await photograph(hidden.id, 0, 'sala');
    await change({ advertised: true });
    expect((await get(listingPath(hidden))).statusCode).toBe(200);
    // The end of its contract does not advertise it again.
    const lease = await contract({ property_id: hidden.id });
    expect((await as('*').patch(`/proposal/${lease.id}/close`, {})).statusCode).toBe(200);
    gone(await get(listingPath(hidden)));
    expect(
      await as('PROPERTY_VIEW')
        .get(`/property/${hidden.id}/admin`)
        .then((answer) => answer.json()),
    ).toMatchObject({
      ...{ status: 'AVAILABLE', advertised: false },
    });
  });
});

test('no personal data, house number or internal note leaves the server', async () => {
  const canary = (name: string) => `canario-${name}`;
  const landlord = await owner({
    name: canary('proprietario'),
    email: 'canario-email@exemplo.com.br',
    phone: '32987650001',
  });
  const { id } = await listing({}, { owners: [landlord], number: canary('numero') });
  const tenant = await client({ name: canary('inquilino') });
  await contract({ property_id: id, user_id: tenant.id });
  await db
    .insertInto('schedule')
    .values({ property_id: id, name: canary('visitante'), phone: '32987650002', date: '2026-03-12', shift: 'AM' })
    .execute();
  await db
    .updateTable('property')
    .set({
      ...{ complement: canary('complemento'), cep: '36099999', pickup: canary('captador') },
      ...{ platform: canary('plataforma'), external_id: canary('externo'), energisa: canary('energisa') },
      ...{
        copasa: canary('copasa'),
        status: 'AVAILABLE',
        reason: canary('motivo'),
        latitude: -21.7654321,
        longitude: -43.3654321,
      },
    })
    .where('id', '=', id)
    .execute();
  await photograph(id, 0, 'cccccccccccccccccccccc');
  const page = await get(`/imovel/alugar/${id}/rua-sao-mateus-juiz-de-fora`);
  expect(page.statusCode).toBe(200);
  const everything = page.body + JSON.stringify(page.headers);
  expect(everything).not.toMatch(/canario|36099999|7654321|3654321|8765000|helena/i);
  for (const secret of [landlord.cpf_cnpj, tenant.cpf_cnpj, String(tenant.phone)])
    expect(everything).not.toContain(secret);
});

describe('untrusted text', async () => {
  const NASTY = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp; 🏡 </title></script><!--`;
  const long = `${NASTY}\n\n${'palavra '.repeat(610)}`.slice(0, 5_000);
  const home = await listing(
    { ...{ neighborhood: NASTY, city: NASTY, state: 'MG', description: long } },
    { street: NASTY, fees: [{ name: NASTY, price: 100 }] },
  );
  await db.insertInto('property_feature').values({ property_id: home.id, name: NASTY, position: 0 }).execute();
  await photograph(home.id, 0, 'dddddddddddddddddddddd');
  const page = await get(listingPath(home));

  test('is escaped everywhere', () => {
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script>|<img src=x|<!--/);
    // Only the page's own scripts: structured data, the gallery and that of the site.
    expect(page.body.match(/<script/g)).toHaveLength(3);
    expect(page.body.match(/<\/script>/g)).toHaveLength(3);
    expect(page.body.match(/<\/title>/g)).toHaveLength(1);
    expect(words(page).split(NASTY).length).toBeGreaterThan(6);
  });

  test('is preserved in structured data', () => {
    const { description, mainEntity } = structured(page);
    expect(description).toBe(long);
    expect(mainEntity.amenityFeature).toMatchObject([{ name: NASTY }]);
    expect(mainEntity.address.addressLocality).toBe(NASTY);
  });
});

describe('views', () => {
  const viewsOf = async (id: number) =>
    (await db.selectFrom('property').select('views').where('id', '=', id).executeTakeFirstOrThrow()).views;
  const look = (path: string, agent = PERSON, remoteAddress = '203.0.113.7') =>
    app.inject({ url: path, remoteAddress, headers: { 'user-agent': agent } });
  /** Views are counted after the response, in order: once this one is counted, the earlier ones are too. */
  const counted = (id: number, views: number) => expect.poll(() => viewsOf(id), { interval: 5 }).toBe(views);

  test('count once for each visitor and day', async () => {
    const home = await listing();
    const path = listingPath(home);
    await look(path);
    await counted(home.id, 1);
    await look(path);
    await look(path, PERSON, '203.0.113.8');
    await counted(home.id, 2);
    await look(path, `${PERSON} Firefox`);
    await counted(home.id, 3);
    clock.today = '2026-03-11';
    await look(path);
    await counted(home.id, 4);
    clock.today = '2026-03-10';
  });

  test('count only requests by people', async () => {
    const home = await listing();
    const path = listingPath(home);
    await look(path, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    await look(path, 'WhatsApp/2.23.20.0');
    await app.inject({ url: path, headers: { 'user-agent': PERSON, 'sec-purpose': 'prefetch' } });
    await app.inject({ method: 'HEAD', url: path, headers: { 'user-agent': PERSON } });
    await look(`/imovel/alugar/${home.id}/outra-rua`);
    const { headers } = await app.inject({ url: path, headers: { 'user-agent': '' } });
    const kept = await app.inject({
      url: path,
      remoteAddress: '203.0.113.9',
      headers: { 'user-agent': PERSON, 'if-none-match': String(headers.etag) },
    });
    expect(kept.statusCode).toBe(304);
    await counted(home.id, 1);
  });

  test('count one visitor once under concurrency', LONG, async () => {
    const home = await listing();
    const other = await listing();
    await Promise.all(Array.from({ length: 12 }, () => look(listingPath(home))));
    await look(listingPath(other));
    await counted(other.id, 1);
    await counted(home.id, 1);
  });

  test('leave the property unchanged', async () => {
    const home = await listing();
    const before = await as('PROPERTY_VIEW').get(`/property/${home.id}/admin`);
    await look(listingPath(home));
    await counted(home.id, 1);
    const after = await as('PROPERTY_VIEW').get(`/property/${home.id}/admin`);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.json().updated_at).toBe(before.json().updated_at);
  });

  test('store no address, and nothing identifying after the day', async () => {
    const home = await listing();
    await look(listingPath(home), PERSON, '203.0.113.77');
    await counted(home.id, 1);
    const traces = async () =>
      (
        await sql<{
          text: string;
        }>`select v::text from page_view v union all select s::text from page_view_salt s`.execute(db)
      ).rows;
    expect(JSON.stringify(await traces())).not.toMatch(/203\.0\.113|Mozilla|3230332e302e313133/);
    expect((await traces()).length).toBeGreaterThan(0);
    clock.today = '2026-03-12';
    await forgetVisitors(deps);
    clock.today = '2026-03-10';
    expect(await traces()).toEqual([]);
  });
});

test('while the database is down the page says so in plain words', async () => {
  const nowhere = connect({ host: '127.0.0.1', port: 1 }, 1);
  const site = await buildApp({ ...deps, db: nowhere.db });
  const answer = await site.inject({ url: '/imovel/alugar/1/rua' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(words(answer)).toContain('Não foi possível abrir esta página');
  expect(answer.body).not.toMatch(/ECONN|127\.0|at \//);
  await site.close();
  await nowhere.db.destroy();
});
