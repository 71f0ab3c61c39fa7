import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

type Portal = 'OLX' | 'MAIL';

/** Keeps what a portal sent, once for each name that it gave. @returns the id; undefined when it was here already. */
export const keep = async (trx: Db, sent: { portal: Portal; key: string; raw: string }) =>
  (
    await trx
      .insertInto('portal_lead')
      .values(sent)
      .onConflict((conflict) => conflict.columns(['portal', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Asks for the job that works on what is kept; several asks are one. */
export const askForWork = (trx: Db) =>
  sql`select graphile_worker.add_job('leads', max_attempts => 3, job_key => 'leads')`.execute(trx);

/** The next one that waits, locked; those that another server works on are passed over. */
export const lockNext = (trx: Db) =>
  trx
    .selectFrom('portal_lead')
    .select(['id', 'portal', 'raw'])
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const lockKept = (trx: Db, id: number) =>
  trx
    .selectFrom('portal_lead')
    .select(['id', 'portal', 'raw', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const markDone = (trx: Db, id: number, lead_id: number) =>
  trx.updateTable('portal_lead').set({ state: 'DONE', problem: null, lead_id }).where('id', '=', id).execute();

export const markStuck = (trx: Db, id: number, problem: string) =>
  trx.updateTable('portal_lead').set({ state: 'STUCK', problem }).where('id', '=', id).execute();

export const setState = (trx: Db, id: number, state: 'WAITING' | 'DISMISSED') =>
  trx.updateTable('portal_lead').set({ state, problem: null }).where('id', '=', id).execute();

/** What could not be read, newest first. */
export const findStuck = (db: Db) =>
  db
    .selectFrom('portal_lead')
    .select(['id', 'portal', 'received_at', 'raw'])
    .select((q) => q.fn.coalesce('problem', sql<string>`''`).as('problem'))
    .where('state', '=', 'STUCK')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

/** A listing of ours, by its number in the feed. */
export const findListing = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select(['id', 'type'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Dismissed messages, and read ones whose lead keeps what they said, are deleted after a while. */
export const dropOld = (db: Db, days: number) =>
  db
    .deleteFrom('portal_lead')
    .where('state', 'in', ['DONE', 'DISMISSED'])
    .where('received_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .execute();
