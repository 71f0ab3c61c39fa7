import type { VisitStatus } from '@morada/domain/attendance/visit';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { OFFER_LINK_DAYS } from '@morada/domain/property/offer';
import { LOCATIONS, type PropertyLocation } from '@morada/domain/property/property-words';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { putImage } from '../modules/registry/images/images.service.ts';
import type { Drawings } from './drawings.ts';
import { person, QUARTER_PLACES } from './people.ts';
import { type Random, seeded } from './random.ts';
import type { Staff } from './staff.ts';

const REQUESTS = 4;
/** State of the request of that number: the first was registered by staff. */
const OFFERS = [undefined, 'VISIT', 'REVIEWING', 'RECEIVED'] as const;
const VISITS = 12;

type Listing = Awaited<ReturnType<typeof findListings>>[number];
type Register = (ctx: Context, random: Random, number: number, status: 'PENDING') => Promise<{ id: number }>;

const FEATURES: Record<'flat' | 'house' | 'shop', readonly [string, ...string[]]> = {
  flat: [
    'Elevador',
    'Portaria 24 h',
    'Varanda',
    'Salão de festas',
    'Armários na cozinha',
    'Aquecimento a gás',
    'Interfone',
  ],
  house: ['Quintal', 'Churrasqueira', 'Portão eletrônico', 'Área de serviço', 'Jardim', 'Cerca elétrica', 'Suíte'],
  shop: ['Vitrine', 'Banheiro para clientes', 'Porta de enrolar', 'Mezanino', 'Copa', 'Carga e descarga'],
};

const OF_A_SHOP = ['Banheiro.jpg', 'Planta.jpg', 'Cozinha.jpg'];
const LIGHT = ['sol da manhã', 'boa ventilação', 'vista livre', 'piso de tábua corrida', 'pintura nova'] as const;
const NEAR = ['do ponto de ônibus', 'do supermercado', 'da universidade', 'da praça', 'do hospital'] as const;

/** Completes listings: descriptions, measures, photographs and visits; and adds requests that wait for a decision. */
export async function completeListings(
  ctx: Context,
  register: Register,
  firstNumber: number,
  { drawings, staff }: { drawings: Drawings; staff: Staff },
) {
  const random = seeded(20_261_121);
  for (let number = 0; number < REQUESTS; number += 1) {
    const { id } = await register(ctx, random, firstNumber + number, 'PENDING');
    const hours = (REQUESTS - number) * 20 - random.between(2, 18);
    await ctx.db
      .updateTable('property')
      .set({ created_at: sql`now() - make_interval(hours => ${hours})` })
      .where('id', '=', id)
      .execute();
    const state = OFFERS[number];
    if (state) await offer(ctx, { id, number, hours, state });
  }
  await offerForSale(ctx, random, staff);
  const listings = await findListings(ctx);
  for (const listing of listings) {
    await describe(ctx, random, listing);
    await photograph(ctx, random, listing, drawings);
  }
  await arrangeVisits(ctx, random, listings);
}

type Offered = { id: number; number: number; hours: number; state: NonNullable<(typeof OFFERS)[number]> };

/** Turns a pending property into an offer from the site, whose owner is not a client yet. */
async function offer({ db, today }: Context, { id, number, hours, state }: Offered) {
  // A sequence of its own, so that the other records stay as they are.
  const { name, phone, email } = person(seeded(20_261_127 + number), 6_000 + number);
  const at = sql<string>`now() - make_interval(hours => ${hours})`;
  await db.deleteFrom('property_owner').where('property_id', '=', id).execute();
  await db
    .insertInto('property_request')
    .values({
      ...{
        property_id: id,
        name,
        phone,
        email: email ?? `oferta${number}@exemplo.invalid`,
        state,
        created_at: at,
        consented_at: at,
      },
      visit_on: state === 'VISIT' ? addDays(today(), 2) : null,
      link_until: addDays(today(), OFFER_LINK_DAYS),
    })
    .execute();
}

/** Offers every third free property for sale. */
async function offerForSale({ db }: Context, random: Random, { name: pickup }: Staff) {
  const free = await listed(db).select('id').where('status', '=', 'AVAILABLE').orderBy('id').execute();
  for (const { id } of free.filter((_, at) => at % 3 === 0)) {
    const sale = { type: 'SALE' as const, price: random.between(28, 96) * 1_000_000, exclusivity: random.chance(0.5) };
    await db
      .updateTable('property')
      .set({ ...sale, pickup, commission: 600 })
      .where('id', '=', id)
      .execute();
  }
}

const findListings = ({ db }: Context) =>
  listed(db).select(['id', 'location', 'status', 'bedrooms', 'neighborhood']).orderBy('id').execute();

/** Properties not deleted; those of the agency from before are deleted and stay untouched. */
const listed = (db: Context['db']) => db.selectFrom('property').where('deleted_at', 'is', null);

/** A place within some 400 m of the middle of the neighbourhood, by the number: no random value is drawn for it. */
function placeOf(neighborhood: string, id: number) {
  const middle = QUARTER_PLACES[neighborhood];
  if (!middle) return {};
  const within = (step: number) => (((id * step) % 81) - 40) / 10_000;
  return { latitude: middle[0] + within(37), longitude: middle[1] + within(53) };
}

const CONDOMINIUMS = ['Solar das Palmeiras', 'Bela Vista', 'Monte Verde'];

const kindOf = (location: PropertyLocation) =>
  location === 'STORE' ? 'shop' : location === 'HOUSE' ? 'house' : 'flat';

async function describe({ db }: Context, random: Random, { id, location, bedrooms, neighborhood }: Listing) {
  const kind = kindOf(location);
  const rooms =
    bedrooms === 0 || location === 'KITNET' ? '' : ` de ${bedrooms} ${bedrooms === 1 ? 'quarto' : 'quartos'}`;
  const area = kind === 'shop' ? random.between(35, 160) : 24 + bedrooms * random.between(18, 27);
  await db
    .updateTable('property')
    .set({
      ...placeOf(neighborhood, id),
      description: `${LOCATIONS[location]}${rooms} no bairro ${neighborhood}, com ${random.pick(LIGHT)}. A ${random.between(2, 9)} minutos a pé ${random.pick(NEAR)}.`,
      building_area: area,
      land_area: kind === 'house' ? area + random.between(40, 220) : null,
      energisa: `${random.between(100_000, 999_999)}-${random.between(0, 9)}`,
      copasa: String(random.between(1_000_000, 9_999_999)),
      pet: kind === 'shop' ? null : random.chance(0.6),
      furnished: random.chance(0.2),
      comercial: kind === 'shop',
      // Of the number: no random value is drawn for it.
      ...(kind === 'flat' && { floor: id % 12, condominium: `Edifício ${CONDOMINIUMS[id % CONDOMINIUMS.length]}` }),
      spotlight: random.chance(0.15),
      views: random.between(3, 240),
    })
    .where('id', '=', id)
    .execute();
  const names = FEATURES[kind].filter(() => random.chance(0.5));
  const features = names.map((name, position) => ({ property_id: id, name, position }));
  if (features.length > 0) await db.insertInto('property_feature').values(features).execute();
}

/** A front, then two to four rooms of one home. */
async function photograph(ctx: Context, random: Random, { id, location }: Listing, drawings: Drawings) {
  const kind = kindOf(location);
  const fronts = drawings[kind];
  const home = drawings.homes[random.between(0, drawings.homes.length - 1)] ?? [];
  const rooms = home.filter(({ name }) => kind !== 'shop' || OF_A_SHOP.includes(name));
  const leftOut = random.between(0, rooms.length - 1);
  const chosen = [
    ...fronts.slice(id % fronts.length).slice(0, 1),
    ...rooms.filter((_, at) => at !== leftOut).slice(0, random.between(2, 4)),
  ];
  const images = await Promise.all(
    chosen.map(async ({ name, picture }, position) => ({
      ...(await putImage(ctx, picture)),
      property_id: id,
      name,
      position,
    })),
  );
  await ctx.db.insertInto('property_image').values(images).execute();
}

/** Visits that are requested, confirmed and past. */
async function arrangeVisits(ctx: Context, random: Random, listings: Listing[]) {
  const [first, ...others] = listings.filter(({ status }) => status === 'AVAILABLE').map(({ id }) => id);
  if (first === undefined) return;
  const visits = Array.from({ length: VISITS }, (_, number) => {
    const status = (['PENDING', 'CONFIRMED', 'USING', 'RETURNED', 'CANCELED'] as const)[number % 5] ?? 'PENDING';
    const isOver = status === 'RETURNED' || status === 'CANCELED';
    const days = isOver ? -random.between(1, 20) : random.between(1, 8);
    const date = status === 'USING' ? ctx.today() : addDays(ctx.today(), days);
    const { name, phone } = person(random, 5_000 + number);
    const property_id = random.pick([first, ...others]);
    const shift = random.pick(['AM', 'PM']);
    return { property_id, status, date, shift, name, phone, ...stamps(random, status, date, shift) };
  });
  await ctx.db.insertInto('schedule').values(visits).execute();
}

/** Twenty to forty-five minutes at the property, in the morning (9 to 11 h) or afternoon (14 to 17 h). */
function stamps(random: Random, status: VisitStatus, date: CalendarDate, shift: string) {
  if (status === 'USING') return { check_in: new Date() };
  if (status !== 'RETURNED') return {};
  // Brasília is three hours behind UTC.
  const hour = 3 + (shift === 'AM' ? random.between(9, 10) : random.between(14, 16));
  const came = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + random.between(0, 59)) * 60_000;
  return { check_in: new Date(came), check_out: new Date(came + random.between(20, 45) * 60_000) };
}
