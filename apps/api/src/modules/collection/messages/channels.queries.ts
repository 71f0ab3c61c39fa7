import type { Channel } from '@morada/domain/messages/kinds';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { MessageChannel, MessageSetting } from '#api/db/schema.ts';

export const findSetting = (db: Db) => db.selectFrom('message_setting').selectAll().executeTakeFirstOrThrow();

export const updateSetting = (trx: Db, changes: Updateable<MessageSetting>) =>
  trx
    .updateTable('message_setting')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .execute();

export const findChannels = (db: Db) => db.selectFrom('message_channel').selectAll().orderBy('channel').execute();
export type ChannelRow = Awaited<ReturnType<typeof findChannels>>[number];

export const findChannel = (db: Db, channel: Channel) =>
  db.selectFrom('message_channel').selectAll().where('channel', '=', channel).executeTakeFirst();

export const lockChannels = (trx: Db) =>
  trx.selectFrom('message_channel').selectAll().orderBy('channel').forUpdate().execute();

/** Replaces a channel's connection, and clears the state recorded for the former one. */
export const saveChannel = (trx: Db, channel: Insertable<MessageChannel>) =>
  trx
    .insertInto('message_channel')
    .values(channel)
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({
        ...channel,
        active: true,
        answered_at: null,
        failing_since: null,
        problem: null,
        wait_until: null,
        waits: 0,
        version: sql<number>`message_channel.version + 1`,
      }),
    )
    .execute();

export const resealChannel = (trx: Db, channel: Channel, sealed: Updateable<MessageChannel>) =>
  trx
    .updateTable('message_channel')
    .set(sealed)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('channel', '=', channel)
    .execute();

export const deleteChannel = (trx: Db, channel: Channel) =>
  trx.deleteFrom('message_channel').where('channel', '=', channel).executeTakeFirst();

/** Notes that a channel works. */
export const noteAnswer = (db: Db, channel: Channel) =>
  db
    .updateTable('message_channel')
    .set({ answered_at: sql<string>`now()`, failing_since: null, problem: null, wait_until: null, waits: 0 })
    .where('channel', '=', channel)
    .execute();

/** Notes why a channel fails; e-mail has no row until it first does. */
export const noteFailure = (db: Db, channel: Channel, problem: string) =>
  channel === 'EMAIL'
    ? db
        .insertInto('message_channel')
        .values({ channel, problem, failing_since: sql<string>`now()` })
        .onConflict((conflict) =>
          conflict
            .column('channel')
            .doUpdateSet({ problem, failing_since: sql<string>`coalesce(message_channel.failing_since, now())` }),
        )
        .execute()
    : db
        .updateTable('message_channel')
        .set({ problem, failing_since: sql<string>`coalesce(failing_since, now())` })
        .where('channel', '=', channel)
        .execute();

/** Pauses a channel until a moment. Of messages that were refused together, only the first counts. */
export const rest = (db: Db, channel: Channel, of: { now: string; until: string; problem: string }) =>
  db
    .updateTable('message_channel')
    .set((q) => ({ wait_until: of.until, waits: q('waits', '+', 1), problem: of.problem }))
    .where('channel', '=', channel)
    .where((where) => where.or([where('wait_until', 'is', null), where('wait_until', '<=', of.now)]))
    .execute();

/** Confirmed alerts of the public site. */
export const countAlerts = async (db: Db) =>
  (
    await db
      .selectFrom('search_alert')
      .select((q) => q.fn.countAll<number>().as('total'))
      .where('confirmed_at', 'is not', null)
      .executeTakeFirstOrThrow()
  ).total;
