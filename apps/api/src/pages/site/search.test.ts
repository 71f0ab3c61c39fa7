import { listingPath } from '@morada/domain/property/property';
import type { LightMyRequestResponse as Answer } from 'fastify';
import type { Updateable } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Property } from '#api/db/schema.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, db, property, stop } = await startApp({
  today: '2026-11-22',
  outside: { map: { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© OpenStreetMap' } },
});
afterAll(stop);
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis' }).execute();

const get = (url: string) => app.inject({ url, headers: { host: 'serraverde.com.br' } });
/** The listings on a page, in order. */
const shown = ({ body }: Answer) => [...body.matchAll(/href="\/imovel\/\w+\/(\d+)\//g)].map(([, id]) => Number(id));
const text = ({ body }: Answer) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

const [emptyHome, emptyResults] = [await get('/'), await get('/imoveis')];
test('without listings, home and results say so', () => {
  expect(text(emptyHome)).toContain('Nenhum imóvel anunciado agora');
  expect([emptyResults.statusCode, text(emptyResults)]).toEqual([
    200,
    expect.stringContaining('Nenhum imóvel para alugar agora'),
  ]);
  expect(emptyResults.body).toContain('<meta name="robots" content="noindex">');
});

describe('listings', async () => {
  async function listing(columns: Updateable<Property>) {
    const { id } = await property();
    await db
      .updateTable('property')
      .set({ city: 'Juiz de Fora', neighborhood: 'Centro', ...columns })
      .where('id', '=', id)
      .execute();
    return id;
  }
  // biome-ignore format: a table reads best aligned
  const [flat, house, shop, away, sale, swap, asked, star] = [
    await listing({ price: 150_000, bedrooms: 2, location: 'APARTMENT', neighborhood: 'São Mateus' }),
    await listing({ price: 320_000, bedrooms: 4, location: 'HOUSE' }),
    await listing({ price: 90_000,  bedrooms: 0, location: 'STORE' }),
    await listing({ price: 150_000, bedrooms: 2, location: 'APARTMENT', neighborhood: 'São Mateus', city: 'Ubá' }),
    await listing({ price: 64_000_000, bedrooms: 3, location: 'HOUSE', type: 'SALE' }),
    await listing({ price: 30_000_000, bedrooms: 3, location: 'LOT', type: 'EXCHANGE' }),
    await listing({ price: 0, bedrooms: 1, location: 'KITNET' }),
    await listing({ price: 500_000, bedrooms: 3, location: 'ROOF', spotlight: true }),
  ];
  await db.updateTable('property').set({ building_area: null, land_area: null }).execute();
  await db.updateTable('property').set({ building_area: 200 }).where('id', '=', house).execute();
  await db.updateTable('property').set({ building_area: 80, land_area: 900 }).where('id', '=', flat).execute();
  await db.updateTable('property').set({ land_area: 90.5 }).where('id', '=', shop).execute();
  await db
    .insertInto('property_fee')
    .values([
      { property_id: flat, name: 'Condomínio', price: 60_000, position: 0 },
      { property_id: flat, name: 'IPTU', price: 40_000, position: 1 },
      { property_id: sale, name: 'Condomínio', price: 40_000, position: 0 },
    ])
    .execute();
  for (const status of ['PENDING', 'RENTED', 'SOLD', 'UNAVAILABLE'] as const) await listing({ status });
  await listing({ deleted_at: new Date().toISOString(), neighborhood: 'Bairro Apagado' });
  await db
    .insertInto('property_image')
    .values(
      ['bbbbbbbbbbbbbbbbbbbbbb', 'aaaaaaaaaaaaaaaaaaaaaa'].map((key, index) => ({
        ...{ property_id: flat, position: 1 - index, key, name: 'foto.jpg', width: 1200, height: 800, bytes: 1 },
      })),
    )
    .execute();

  // The one with photographs, spotlight, then the newest: by the order in which the table above was written.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number[]]>([
    ['',                                               [flat, star, asked, away, shop, house]],
    ['?para=comprar',                                  [swap, sale]],
    ['?tipo=apartamento',                              [flat, away]],
    ['?tipo=apartamento&lugar=juiz-de-fora',           [flat]],
    ['?lugar=juiz-de-fora',                            [flat, star, asked, shop, house]],
    ['?lugar=juiz-de-fora/sao-mateus&lugar=uba',        [flat, away]],
    ['?area=90',                                       [shop, house]],
    ['?vagas=2',                                       []],
    ['?mobiliado=sim&animais=sim&banheiros=1',         []],
    ['?lugar=juiz-de-fora/sao-mateus',                 [flat]],
    ['?lugar=uba/sao-mateus',                          [away]],
    ['?lugar=lua',                                     []],
    ['?quartos=3',                                     [star, house]],
    ['?de=1.500&ate=3200',                             [flat, away, house]],
    ['?de=1,5 mil&ate=3,2 mil',                        [flat, away, house]],
    ['?ate=900',                                       [shop]],
    ['?de=5000,01',                                    []],
    // 900; 1.500; 1.500 and 1.000 of fees; 3.200; 5.000; told on request.
    ['?ordem=menor',                                   [shop, away, flat, house, star, asked]],
    ['?ordem=maior',                                   [star, house, flat, away, shop, asked]],
    // 200; 90,5 of land; 80; unknown, the newest first.
    ['?ordem=area',                                    [house, shop, flat, star, asked, away]],
    ['?para=comprar&ordem=menor',                      [swap, sale]],
    ['?ordem=x',                                       [flat, star, asked, away, shop, house]],
    ['?tipo=castelo&quartos=x&de=y&pagina=z',          [flat, star, asked, away, shop, house]],
    ['?para=comprar&tipo=casa&lugar=juiz-de-fora/centro&quartos=3&de=600000&ate=700000', [sale]],
  ])('/imoveis%s', async (query, ids) => {
    const answer = await get(`/imoveis${query}`);
    expect(answer.statusCode).toBe(200);
    expect(shown(answer)).toEqual(ids);
    expect(text(answer)).toContain(ids.length === 1 ? '1 imóvel ' : `${ids.length} imóveis `);
  });

  test('say which price was not understood', async () => {
    const answer = await get('/imoveis?de=caro');
    expect(text(answer)).toContain('Não entendemos o preço “caro”. Escreva como 1.500 ou 3 mil.');
    expect(answer.body).toContain('<meta name="robots" content="noindex">');
  });

  test('are offered in place of an address that leads nowhere, by its purpose and city', async () => {
    const missing = await get('/imovel/alugar/999999/rua-x-uba');
    expect([missing.statusCode, shown(missing)]).toEqual([404, [away]]);
    expect(shown(await get('/imovel/comprar/999999/rua-x-juiz-de-fora'))).toEqual([swap, sale]);
    const nowhere = await get('/nada');
    expect([nowhere.statusCode, shown(nowhere)]).toEqual([404, [flat, star, asked]]);
    expect(nowhere.body).toContain('aria-label="Buscar imóveis"');
  });

  test('are on the home page for both purposes, with links to all', async () => {
    const answer = await get('/');
    expect(shown(answer)).toEqual([flat, star, asked, away, shop, house, swap, sale]);
    expect(answer.body).toContain('<a class="lead" href="/imoveis?para=comprar">Ver todos</a>');
    expect(answer.body).toContain('<link rel="canonical" href="http://serraverde.com.br/">');
    expect(answer.body).toContain('"@type":"Organization"');
    const titled = async (city: string | null) => {
      await db.updateTable('agency').set({ city }).execute();
      return /<title>([^<]+)/.exec((await get('/')).body)?.[1];
    };
    expect([await titled('Juiz de Fora'), await titled(null)]).toEqual([
      expect.stringContaining('Juiz de Fora'),
      expect.not.stringContaining('Juiz de Fora'),
    ]);
  });

  test('are cards with known facts and the first photograph', async () => {
    const answer = await get('/imoveis?lugar=juiz-de-fora/sao-mateus');
    expect(answer.body).toContain('/api/image/full/aaaaaaaaaaaaaaaaaaaaaa.jpg');
    expect(answer.body).not.toContain('bbbbbbbbbb');
    expect(text(answer).replaceAll('\u00a0', ' ')).toContain(
      'R$ 2.500,00 /mês no total Aluguel R$ 1.500,00 + taxas R$ 1.000,00 Apartamento com 2 quartos em São Mateus',
    );
    // A sale shows its price alone, whatever its fees.
    expect(text(await get('/imoveis?para=comprar&tipo=casa')).replaceAll('\u00a0', ' ')).toContain(
      'R$ 640.000,00 Casa com 3 quartos',
    );
    expect(text(await get('/imoveis?tipo=cobertura'))).toContain('Destaque');
    expect(text(await get('/imoveis?tipo=kitnet'))).not.toContain('Destaque');
    expect(text(await get('/imoveis?tipo=kitnet'))).toContain('Sob consulta');
    expect(text(await get('/imoveis?para=comprar&tipo=lote'))).toContain('Permuta');
  });

  test('a search is shown in the form, in the title and in one canonical address', async () => {
    const answer = await get('/imoveis?ate=2000&de=&lugar=juiz-de-fora/sao-mateus&tipo=apartamento&x=y&pagina=1');
    expect(answer.body).toContain('<option value="apartamento" selected>');
    expect(answer.body).toContain('<option value="juiz-de-fora/sao-mateus" selected>São Mateus');
    expect(answer.body).toContain('value="2.000,00"');
    expect(answer.body).toContain('<h1>Apartamento para alugar em São Mateus, Juiz de Fora</h1>');
    expect(answer.body).toContain(
      '<link rel="canonical" href="http://serraverde.com.br/imoveis?para=alugar&amp;tipo=apartamento&amp;lugar=juiz-de-fora/sao-mateus&amp;ate=2000">',
    );
  });

  test('the results come before the folded filters, which work without a script', async () => {
    const { body } = await get('/imoveis?tipo=apartamento&quartos=2&ordem=menor&pagina=1');
    expect(body).toMatch(/<details class="filters"><summary class="button">.*?Filtros<span class="count">2<\/span>/s);
    expect(body).not.toContain('<details class="filters" open');
    // The order stays when other filters are chosen.
    expect(body).toContain('<input type="hidden" name="ordem" value="menor">');
    expect(body).toContain('href="/imoveis?para=alugar&amp;tipo=apartamento&amp;quartos=2&amp;ordem=area"');
    expect(body).toMatch(/ordem=menor" aria-current="true">Menor valor/);
    expect(body).toContain(
      '<a href="/imoveis?para=alugar&amp;quartos=2&amp;ordem=menor" aria-label="Tirar o filtro: Apartamento">',
    );
    expect(body).toContain('<a class="clear" href="/imoveis?para=alugar&amp;ordem=menor">Limpar filtros</a>');
    expect(body).toMatch(/<link rel="canonical" href="[^"]+\?para=alugar&amp;tipo=apartamento&amp;quartos=2">/);
    expect((await get('/imoveis')).body).not.toContain('class="chips"');
  });

  test('the code of a listing leads to it; another code says so and shows the results', async () => {
    const found = await db.selectFrom('property').selectAll().where('id', '=', sale).executeTakeFirstOrThrow();
    for (const typed of [`${sale}`, ` Cód. ${sale}`]) {
      const answer = await get(`/imoveis?codigo=${encodeURIComponent(typed)}`);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, listingPath(found)]);
    }
    const rented = await listing({ status: 'RENTED' });
    for (const typed of ['999999', String(rented), 'casa']) {
      const answer = await get(`/imoveis?codigo=${typed}`);
      expect([answer.statusCode, text(answer)]).toEqual([
        200,
        expect.stringContaining(`Nenhum imóvel anunciado com o código ${typed}.`),
      ]);
      expect(shown(answer)).toHaveLength(6);
      expect(answer.body).toContain('<meta name="robots" content="noindex">');
    }
  });

  test('favourites are shown in the order of the address; what isn’t offered is said, whatever it is', async () => {
    const rented = await listing({ status: 'RENTED' });
    const answer = await get(`/favoritos?imoveis=${sale},${rented},${flat},999999,${sale},x`);
    expect([answer.statusCode, shown(answer)]).toEqual([200, [sale, flat]]);
    for (const gone of [rented, 999_999])
      expect(text(answer)).toContain(`Imóvel de código ${gone}: não está mais anunciado.`);
    expect(answer.body).toContain('<meta name="robots" content="noindex">');
    const empty = await get('/favoritos');
    expect([empty.statusCode, text(empty)]).toEqual([200, expect.stringContaining('Nenhum imóvel guardado')]);
    const many = await get(`/favoritos?imoveis=${Array.from({ length: 80 }, (_, index) => 100_000 + index)}`);
    expect(many.body.match(/não está mais anunciado/g)).toHaveLength(50);
    for (const odd of ['imoveis=', 'imoveis=0', 'imoveis=1e9', 'imoveis=1&imoveis=2', `imoveis=${'9'.repeat(30)}`])
      expect([odd, text(await get(`/favoritos?${odd}`))]).toEqual([
        odd,
        expect.stringContaining('Nenhum imóvel guardado'),
      ]);
  });

  test('similar ones are of the purpose, kind and city, the neighbourhood first, then the nearest price', async () => {
    const about = { location: 'CLINIC', city: 'Viçosa', type: 'RENT' } as const;
    const one = await listing({ ...about, price: 100_000, neighborhood: 'Ramos' });
    const far = await listing({ ...about, price: 140_000, neighborhood: 'Ramos' });
    const near = await listing({ ...about, price: 99_000, neighborhood: 'Centro' });
    const nearer = await listing({ ...about, price: 100_500, neighborhood: 'Fátima' });
    await listing({ ...about, price: 102_000, neighborhood: 'Centro' });
    for (const other of [
      { price: 59_900 },
      { price: 150_100 },
      { city: 'Ubá' },
      { type: 'SALE' as const },
      { location: 'STORE' as const },
      { status: 'RENTED' as const },
    ])
      await listing({ ...about, price: 100_000, neighborhood: 'Ramos', ...other });
    const found = await db.selectFrom('property').selectAll().where('id', '=', one).executeTakeFirstOrThrow();
    const { body } = await get(listingPath(found));
    const [, alike = ''] = body.split('Imóveis parecidos');
    const links = [...alike.matchAll(/href="\/imovel\/\w+\/(\d+)\//g)].map(([, id]) => Number(id));
    expect(links).toEqual([far, nearer, near]);
    await db.updateTable('property').set({ status: 'UNAVAILABLE' }).where('id', '>=', one).execute();
  });

  test('the map has them near where they are, never there', async () => {
    await db
      .updateTable('property')
      .set({ latitude: -21.76431, longitude: -43.34987 })
      .where('id', '=', flat)
      .execute();
    const answer = await get('/imoveis/mapa.json?tipo=apartamento');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { pins } = answer.json();
    expect(pins).toMatchObject([
      { id: flat, title: 'Apartamento com 2 quartos em São Mateus', near: 'São Mateus, Juiz de Fora' },
    ]);
    expect([pins[0].price, pins[0].cost].map((words: string) => words.replaceAll('\u00a0', ' '))).toEqual([
      'R$ 2,5 mil',
      'R$ 2.500,00 /mês',
    ]);
    expect(answer.body).not.toMatch(/21\.7643|43\.3498/);
    // Within the cell of 0.003 degrees: -21.765 to -21.762, -43.350 to -43.347.
    expect(Math.floor(pins[0].latitude / 0.003)).toBe(Math.floor(-21.76431 / 0.003));
    expect(Math.floor(pins[0].longitude / 0.003)).toBe(Math.floor(-43.34987 / 0.003));
    const page = await get('/imoveis?tipo=apartamento');
    expect(page.body).toContain('data-listings="/imoveis/mapa.json?para=alugar&amp;tipo=apartamento"');
    expect(page.headers['content-security-policy']).toContain('https://tiles.example');
  });

  test('a listing shows itself alone on the map, where it has a position', async () => {
    const found = await db.selectFrom('property').selectAll().where('id', '=', flat).executeTakeFirstOrThrow();
    const { body } = await get(listingPath(found));
    expect(/<button[^>]* data-listings="([^"]*)"[^>]*>/.exec(body)?.[1]).toBe(`/imoveis/mapa.json?codigo=${flat}`);
    expect((await get(`/imoveis/mapa.json?codigo=${flat}`)).json().pins.map(({ id }: { id: number }) => id)).toEqual([
      flat,
    ]);
    const { latitude, longitude } = found;
    await db.updateTable('property').set({ latitude: null, longitude: null }).where('id', '=', flat).execute();
    expect((await get(listingPath(found))).body).not.toContain('data-map=');
    await db.updateTable('property').set({ latitude, longitude }).where('id', '=', flat).execute();
  });

  test('a listing names the person to talk to, and leads to them by WhatsApp', async () => {
    const found = await db.selectFrom('property').selectAll().where('id', '=', flat).executeTakeFirstOrThrow();
    const contact = async (columns: { contact_name: string | null; contact_phone: string | null }) => {
      await db.updateTable('property').set(columns).where('id', '=', flat).execute();
      return /<p class="contact">.*?<\/p>/s.exec((await get(listingPath(found))).body)?.[0] ?? '';
    };
    const whole = await contact({ contact_name: 'Bia Reis', contact_phone: '32988412076' });
    expect(whole).toContain('Fale com <strong>Bia Reis</strong>');
    expect(whole).toContain(`href="/whatsapp/${flat}?para=pessoa" rel="nofollow">(32) 98841-2076<`);
    expect((await get(`/whatsapp/${flat}?para=pessoa&enviado=sim`)).body).toMatch(
      /href="https:\/\/wa\.me\/5532988412076\?text=[^"]*Bia%20Reis[^"]*"/,
    );
    const name = await contact({ contact_name: 'Bia Reis', contact_phone: null });
    expect([name.includes('Bia Reis'), name.includes('whatsapp')]).toEqual([true, false]);
    expect(await contact({ contact_name: null, contact_phone: null })).toBe('');
  });

  test('a listing tells its condominium and floor, and leads to its video', async () => {
    const found = await db.selectFrom('property').selectAll().where('id', '=', flat).executeTakeFirstOrThrow();
    const shown = async (details: { condominium: string | null; floor: number | null; video_url: string | null }) => {
      await db.updateTable('property').set(details).where('id', '=', flat).execute();
      return get(listingPath(found));
    };
    const whole = await shown({ condominium: 'Edifício Ipê', floor: 7, video_url: 'https://youtu.be/x1' });
    expect(text(whole)).toContain('Edifício Ipê');
    expect(text(whole)).toContain('7º andar');
    expect(whole.body).toContain('href="https://youtu.be/x1" target="_blank" rel="noopener noreferrer"');
    expect(text(await shown({ condominium: null, floor: null, video_url: null }))).not.toMatch(/Ipê|andar|Ver vídeo/);
  });

  test('an empty result links onwards', async () => {
    const answer = await get('/imoveis?tipo=fazenda');
    expect(text(answer)).toContain('Nenhum imóvel com estes filtros');
    expect(answer.body).toContain('<a class="lead" href="/imoveis?para=alugar">veja todos para alugar</a>');
    const past = await get('/imoveis?pagina=9');
    expect(text(past)).toContain('Esta página não existe mais');
  });

  test('places are those of published listings, each once', async () => {
    await listing({ neighborhood: 'SAO MATEUS', type: 'SALE' });
    const { body } = await get('/');
    expect(body.match(/<option value="juiz-de-fora\/sao-mateus"/g)).toHaveLength(1);
    expect(body).not.toContain('Bairro Apagado');
    expect(shown(await get('/imoveis?para=comprar&lugar=juiz-de-fora/sao-mateus'))).toHaveLength(1);
  });

  test('the sitemap lists exactly them, and robots.txt names it', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const found = await db.selectFrom('property').selectAll().where('id', '=', flat).executeTakeFirstOrThrow();
    expect(answer.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
    expect(answer.body).toMatch(
      new RegExp(
        `<url><loc>http://serraverde.com.br${listingPath(found)}</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod></url>`,
      ),
    );
    // Eight above, one of the places, six pages of the site's own, and two cities with three neighbourhoods for rent,
    // one city with two for sale.
    expect(answer.body.match(/<url>/g)).toHaveLength(23);
    expect(answer.body).toContain(
      '<loc>http://serraverde.com.br/imoveis?para=alugar&amp;lugar=juiz-de-fora/sao-mateus</loc>',
    );
    const robots = (await get('/robots.txt')).body;
    const secret = ['/f/', '/m/', '/senha', '/visita/', '/proposta/', '/alerta/', '/ficha/', '/assinar/', '/conferir/'];
    for (const path of ['/api/', '/app', '/cliente', ...secret]) expect(robots).toContain(`\nDisallow: ${path}\n`);
    expect(robots).toContain('Sitemap: http://serraverde.com.br/sitemap.xml');
  });

  test('each links back to similar listings', async () => {
    const found = await db.selectFrom('property').selectAll().where('id', '=', flat).executeTakeFirstOrThrow();
    const { body } = await get(listingPath(found));
    expect(body).toContain('<a href="/imoveis?para=alugar&amp;lugar=juiz-de-fora/sao-mateus">São Mateus</a>');
    expect(body).toContain('<a href="/imoveis?para=comprar">Comprar</a>');
  });

  test('come in pages of twelve', async () => {
    for (let more = 0; more < 20; more++) await listing({ city: 'Muriaé', neighborhood: 'Barra' });
    const pages = await Promise.all([1, 2].map((page) => get(`/imoveis?lugar=muriae&pagina=${page}`)));
    expect(pages.map((page) => shown(page).length)).toEqual([12, 8]);
    expect(new Set(pages.flatMap(shown)).size).toBe(20);
    expect(pages[0]?.body).toContain('rel="next" href="/imoveis?para=alugar&amp;lugar=muriae&amp;pagina=2"');
    expect(pages[1]?.body).toContain('rel="prev" href="/imoveis?para=alugar&amp;lugar=muriae"');
    expect(text(pages[1] as Answer)).toContain('Página 2 de 2');
  });

  test('escape texts of the register and the address', LONG, async () => {
    for (const attack of ATTACKS) {
      const value = encodeURIComponent(attack);
      const query = ['para', 'tipo', 'lugar', 'quartos', 'de', 'ate', 'ordem', 'pagina', 'codigo'].map(
        (name) => `${name}=${value}`,
      );
      const answer = await get(`/imoveis?${query.join('&')}`);
      expect([answer.statusCode, executables(answer.body.replaceAll('http://serraverde.com.br', ''))]).toEqual([
        200,
        [],
      ]);
      const kept = await get(`/favoritos?imoveis=${value}`);
      expect([kept.statusCode, executables(kept.body)]).toEqual([200, []]);
      await listing({ neighborhood: attack, city: attack, street: attack });
    }
    for (const url of ['/', '/imoveis', '/imoveis?pagina=2', '/imoveis?pagina=5']) {
      const answer = await get(url);
      expect(shown(answer).length).toBeGreaterThan(0);
      expect(executables(answer.body.replaceAll('http://serraverde.com.br', ''))).toEqual([]);
    }
  });
});
