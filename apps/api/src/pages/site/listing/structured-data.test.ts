import { listingPath } from '@morada/domain/property/property';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { form, jpeg } from '#test/pictures.ts';
import { structuredData, structuredFaults } from '#test/structured-data.ts';

const { app, as, db, property, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);

const IDENTITY = {
  ...{ name: 'Imobiliária Serra', cnpj: '11222333000181', creci: 'MG-1234', phone: '3232321400' },
  ...{ email: 'contato@serra.example', street: 'Rua Halfeld', number: '100', neighborhood: 'Centro' },
  ...{ city: 'Juiz de Fora', state: 'MG', cep: '36013020', about: 'Desde 1990.' },
  ...{ hours_weekdays: '8h30 às 12h e 13h30 às 18h', hours_saturday: '9h às 13h' },
  instagram: 'https://www.instagram.com/serra',
};
const bodyOf = async (path: string) => (await app.inject(path)).body;

async function pages() {
  const { id } = await property({ street: 'Rua São Mateus' });
  await as('PROPERTY_EDIT').put(`/property/${id}/images`, form(await jpeg(900, 600)));
  await db.insertInto('property_feature').values({ property_id: id, name: 'Varanda', position: 0 }).execute();
  await db.updateTable('property').set({ building_area: 92.5, bedrooms: 3, pet: true }).where('id', '=', id).execute();
  const rent = await db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const bare = await property({ street: 'Rua Batista', type: 'SALE' });
  await db.updateTable('property').set({ location: 'STORE', price: 0 }).where('id', '=', bare.id).execute();
  const sale = await db.selectFrom('property').selectAll().where('id', '=', bare.id).executeTakeFirstOrThrow();
  const post = await db
    .insertInto('post')
    .values({
      title: 'Como alugar',
      body: '<p>Leia o contrato.</p>',
      image: 'chave',
      image_width: 900,
      image_height: 600,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [, written] = /href="(\/blog\/[^"?]+)"/.exec(await bodyOf('/blog')) ?? [];
  return { home: '/', rent: listingPath(rent), sale: listingPath(sale), post: written ?? `/blog/${post.id}` };
}

describe('structured data', async () => {
  const paths = await pages();

  test.each(Object.entries(paths))('of %s is valid, with and without an identity', async (_, path) => {
    const blank = Object.fromEntries(Object.keys(IDENTITY).map((name) => [name, null]));
    await db
      .updateTable('agency')
      .set({ ...blank, name: 'Serra' })
      .execute();
    expect(structuredFaults(await bodyOf(path))).toEqual([]);
    await db.updateTable('agency').set(IDENTITY).execute();
    expect(structuredFaults(await bodyOf(path))).toEqual([]);
  });

  test('names a RealEstateAgent with telephone and address, on the home page and on a listing', async () => {
    await db.updateTable('agency').set(IDENTITY).execute();
    const [home] = structuredData(await bodyOf(paths.home));
    const [listing] = structuredData(await bodyOf(paths.rent)) as [{ offers: { offeredBy: object } }];
    for (const agent of [home, listing.offers.offeredBy])
      expect(agent).toMatchObject({
        '@type': 'RealEstateAgent',
        telephone: '+553232321400',
        address: { streetAddress: 'Rua Halfeld, 100, Centro', postalCode: '36013-020' },
      });
  });

  test('tells coming dates with hours of their own beside the week, a closed one as from midnight to midnight', async () => {
    const hours_dates = '20/11/2026: fechado\n24/12/2026: 8h às 10h e 11h às 12h\n25/12/2026: fechado';
    await db
      .updateTable('agency')
      .set({ ...IDENTITY, hours_dates })
      .execute();
    const [agent] = structuredData(await bodyOf(paths.home));
    expect(agent?.openingHoursSpecification).toHaveLength(3);
    const on = (date: string, opens: string, closes: string) => ({
      ...{ '@type': 'OpeningHoursSpecification', validFrom: date, validThrough: date, opens, closes },
    });
    expect(agent?.specialOpeningHoursSpecification).toEqual([
      on('2026-12-24', '08:00', '10:00'),
      on('2026-12-24', '11:00', '12:00'),
      on('2026-12-25', '00:00', '00:00'),
    ]);
    expect(structuredFaults(await bodyOf(paths.home))).toEqual([]);
    expect(structuredFaults(await bodyOf(paths.rent))).toEqual([]);
    await db.updateTable('agency').set({ hours_dates: null }).execute();
  });

  test('an address without a telephone makes no agent', async () => {
    await db
      .updateTable('agency')
      .set({ ...IDENTITY, phone: null, whatsapp: null })
      .execute();
    expect(structuredFaults(await bodyOf(paths.home))).toEqual([]);
  });
});

const page = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;

// biome-ignore format: a table of cases reads best aligned
test.each<[string, object, string]>([
  ['a missing property', { '@type': 'RealEstateAgent', name: 'S', url: 'https://s.example' },          'RealEstateAgent.address: missing'],
  ['an unknown one',     { '@type': 'Organization', name: 'S', url: 'https://s.example', phone: '1' }, 'Organization.phone: unknown property'],
  ['a relative address', { '@type': 'Organization', name: 'S', url: '/site' },                         'Organization.url: "/site"'],
  ['an unknown type',    { '@type': 'Imobiliaria' },                                                   'Imobiliaria: unknown type'],
])('%s is found', (_, data, fault) => expect(structuredFaults(page(data))).toContain(fault));
