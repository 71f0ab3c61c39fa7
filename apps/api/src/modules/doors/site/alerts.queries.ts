import type { CalendarDate } from '@morada/domain/base/calendar';
import { CONFIRM_HOURS } from '@morada/domain/property/search-alert';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const OLDEST = sql<string>`now() - make_interval(hours => ${sql.lit(CONFIRM_HOURS)})`;

type Asked = { email: string; search: string; consent: string; contact_consent: string | null };

/** Keeps an alert until it is confirmed. Undefined when it is confirmed already. */
export const keepAlert = (trx: Db, asked: Asked) =>
  trx
    .insertInto('search_alert')
    .values(asked)
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'search'])
        .doUpdateSet({
          consent: asked.consent,
          contact_consent: asked.contact_consent,
          consented_at: sql<string>`now()`,
        })
        .where('search_alert.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();

/** Confirmed alerts of one address. */
export const countAlerts = async (db: Db, email: string) =>
  (
    await db
      .selectFrom('search_alert')
      .select((q) => q.fn.countAll<number>().as('total'))
      .where('confirmed_at', 'is not', null)
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).total;

/** An alert that is confirmed, or can still be. */
export const findAlert = (db: Db, id: number) =>
  db
    .selectFrom('search_alert')
    .select(['id', 'search', 'confirmed_at'])
    .where('id', '=', id)
    .where((q) => q.or([q('confirmed_at', 'is not', null), q('consented_at', '>', OLDEST)]))
    .executeTakeFirst();

/** Confirms an alert once: of two concurrent calls, only one succeeds. Listings offered by then don't count as new. */
export const confirmAlert = (trx: Db, id: number) =>
  trx
    .updateTable('search_alert')
    .set({ confirmed_at: sql<string>`now()`, told_until: sql<string>`now()` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('consented_at', '>', OLDEST)
    .returning(['id', 'email', 'search', 'contact_consent'])
    .executeTakeFirst();

export const deleteAlert = (trx: Db, id: number) =>
  trx.deleteFrom('search_alert').where('id', '=', id).returning('id').executeTakeFirst();

export const dropUnconfirmed = (db: Db) =>
  db.deleteFrom('search_alert').where('confirmed_at', 'is', null).where('consented_at', '<=', OLDEST).execute();

/** Confirmed alerts that got no mail today and may have new listings, locked until the transaction ends. */
export const lockWaiting = (trx: Db, { today, until }: { today: CalendarDate; until: string }, most: number) =>
  trx
    .selectFrom('search_alert')
    .select(['id', 'email', 'search', 'told_until'])
    .where('confirmed_at', 'is not', null)
    .where((q) => q.or([q('told_on', 'is', null), q('told_on', '<', today)]))
    .where('told_until', '<', (q) =>
      q
        .selectFrom('property')
        .select((e) => e.fn.max('listed_at').as('newest'))
        .where('is_listed', '=', true)
        .where('listed_at', '<=', until),
    )
    .orderBy('told_until')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

/** Records up to which time alerts are served, and the day for those that got a mail. */
export const noteServed = (
  trx: Db,
  { served, told, today, until }: { served: number[]; told: number[]; today: CalendarDate; until: string },
) =>
  sql`update search_alert set told_until = ${until}, told_on = case when id = any(${told}) then ${today}::date else told_on end
    where id = any(${served})`.execute(trx);
