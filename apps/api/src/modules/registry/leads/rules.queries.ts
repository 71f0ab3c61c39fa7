import type { Broker } from '@morada/domain/attendance/lead-owner';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { LeadBroker, LeadSetting } from '#api/db/schema.ts';

const SETTING = ['answer_minutes', 'to_captador', 'manager_id', 'version'] as const;

export const findSetting = (db: Db) => db.selectFrom('lead_setting').select(SETTING).executeTakeFirstOrThrow();

export const lockSetting = (trx: Db) =>
  trx.selectFrom('lead_setting').select(SETTING).forUpdate().executeTakeFirstOrThrow();

export const updateSetting = (trx: Db, changes: Updateable<LeadSetting>) =>
  trx
    .updateTable('lead_setting')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .execute();

export const findOlxSecret = async (db: Db) =>
  (await db.selectFrom('lead_setting').select('olx_secret').executeTakeFirstOrThrow()).olx_secret;

/** People of the staff who may answer leads. */
const staff = (db: Db) =>
  db
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .where('admin_user.deleted_at', 'is', null)
    .where(sql<boolean>`permission_group.permissions && '{*,LEAD_EDIT}'`);

export const findStaff = (db: Db) =>
  staff(db)
    .select(['admin_user.id', 'admin_user.name'])
    .orderBy(sql`lower(unaccent(admin_user.name))`)
    .orderBy('admin_user.id')
    .execute();

export const findColleague = (db: Db, id: number) =>
  staff(db)
    .select(['admin_user.id', 'admin_user.name', 'admin_user.email'])
    .where('admin_user.id', '=', id)
    .executeTakeFirst();

/** The one person of the staff with a name; of two of one name neither. */
export async function findNamed(db: Db, name: string) {
  const [one, ...others] = await staff(db)
    .select('admin_user.id')
    .where((q) => q(q.fn<string>('lower', ['admin_user.name']), '=', name.trim().toLowerCase()))
    .limit(2)
    .execute();
  return others.length === 0 ? one?.id : undefined;
}

/** Addresses of who may choose owners. */
export const findManagers = (db: Db) =>
  db
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select(['admin_user.id', 'admin_user.email'])
    .where('admin_user.deleted_at', 'is', null)
    .where(sql<boolean>`permission_group.permissions && '{*,LEAD_ASSIGN}'`)
    .orderBy('admin_user.id')
    .execute();

const BROKER = [
  ...(['lead_broker.on_duty', 'lead_broker.away_from', 'lead_broker.away_until', 'lead_broker.kinds'] as const),
  ...(['lead_broker.neighborhoods', 'lead_broker.price_from', 'lead_broker.price_to'] as const),
  'lead_broker.last_given_at',
] as const;

/** Those who take turns and may still answer leads. */
export const findBrokers = (db: Db) =>
  staff(db)
    .innerJoin('lead_broker', 'lead_broker.admin_user_id', 'admin_user.id')
    .select(['admin_user.id', 'admin_user.name', ...BROKER])
    .orderBy(sql`lower(unaccent(admin_user.name))`)
    .orderBy('admin_user.id')
    .execute() satisfies Promise<(Broker & { name: string })[]>;

/** Serialises the turns: who reads them next sees the last one. */
export const lockTurns = (trx: Db) => sql`select from lead_setting for no key update`.execute(trx);

export const noteTurn = (trx: Db, id: number) =>
  trx
    .updateTable('lead_broker')
    .set({ last_given_at: sql<string>`clock_timestamp()` })
    .where('admin_user_id', '=', id)
    .execute();

/** The people of the rules take the place of those before; whose turn it is stays. */
export async function putBrokers(trx: Db, brokers: readonly Insertable<LeadBroker>[]) {
  await trx
    .deleteFrom('lead_broker')
    .where('admin_user_id', 'not in', [...brokers.map(({ admin_user_id }) => admin_user_id), 0])
    .execute();
  for (const { admin_user_id, ...rule } of brokers)
    await trx
      .insertInto('lead_broker')
      .values({ admin_user_id, ...rule })
      .onConflict((conflict) => conflict.column('admin_user_id').doUpdateSet(rule))
      .execute();
}

/** What the rules ask of a listing. */
export const findListing = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .select(['id', 'neighborhood', 'price', 'contact_name', 'pickup'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
