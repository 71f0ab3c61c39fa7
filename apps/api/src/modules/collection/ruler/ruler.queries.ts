import type { CalendarDate } from '@morada/domain/base/calendar';
import type { StepAction, StepRecipients } from '@morada/domain/collection/ruler';
import type { Channel } from '@morada/domain/messages/kinds';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type StepRow = {
  id: number;
  proposal_id: number | null;
  days: number;
  action: StepAction;
  recipients: StepRecipients;
  channels: Channel[] | null;
  subject: string;
  body: string;
  since: CalendarDate;
};

const STEP = ['id', 'proposal_id', 'days', 'action', 'recipients', 'channels', 'subject', 'body', 'since'] as const;

export const findRuler = (db: Db) =>
  db.selectFrom('collection_ruler').select(['active', 'since', 'version']).executeTakeFirstOrThrow();

export const lockRuler = (trx: Db) =>
  trx.selectFrom('collection_ruler').select(['active', 'since', 'version']).forUpdate().executeTakeFirstOrThrow();

/** Off → on, and back. The version stays: the steps are the same. */
export const switchRuler = (trx: Db, since: CalendarDate | null) =>
  trx
    .updateTable('collection_ruler')
    .set(since === null ? { active: false } : { active: true, since })
    .execute();

export const raiseVersion = (trx: Db) =>
  trx
    .updateTable('collection_ruler')
    .set((q) => ({ version: q('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();

/** Steps in use of the agency's ruler (null), or of a contract's own, by day. */
export const findSteps = (db: Db, contract: number | null): Promise<StepRow[]> =>
  db
    .selectFrom('collection_step')
    .select(STEP)
    .where('proposal_id', 'is not distinct from', contract)
    .where('removed_at', 'is', null)
    .orderBy('days')
    .execute();

/** Steps in use of every ruler: the agency's, and those of contracts with their own. */
export const findAllSteps = (db: Db): Promise<StepRow[]> =>
  db
    .selectFrom('collection_step as s')
    .select([
      's.id',
      's.proposal_id',
      's.days',
      's.action',
      's.recipients',
      's.channels',
      's.subject',
      's.body',
      's.since',
    ])
    .where('s.removed_at', 'is', null)
    .where((q) =>
      q.or([
        q('s.proposal_id', 'is', null),
        q.exists(
          q
            .selectFrom('collection_exception as e')
            .select('e.proposal_id')
            .whereRef('e.proposal_id', '=', 's.proposal_id')
            .where('e.mode', '=', 'OWN'),
        ),
      ]),
    )
    .orderBy('s.days')
    .execute();

export const removeSteps = (trx: Db, ids: readonly number[]) =>
  trx
    .updateTable('collection_step')
    .set({ removed_at: sql<string>`now()` })
    .where('id', 'in', [...ids])
    .execute();

type Written = Omit<StepRow, 'id' | 'proposal_id'>;

export const insertSteps = (trx: Db, contract: number | null, steps: readonly Written[]) =>
  trx
    .insertInto('collection_step')
    .values(steps.map((step) => ({ ...step, proposal_id: contract })))
    .execute();

/**
 * Changes steps by id, all of them at the same time. They are first marked as removed, since two steps may swap their
 * days.
 */
export async function updateSteps(trx: Db, steps: readonly (Written & { id: number })[]) {
  const rows = JSON.stringify(steps);
  await sql`update collection_step s set removed_at = now() from jsonb_to_recordset(${rows}::jsonb) as new(id bigint)
    where s.id = new.id`.execute(trx);
  await sql`
    update collection_step s set days = new.days, action = new.action, recipients = new.recipients, channels = new.channels,
      subject = new.subject, body = new.body, since = new.since, removed_at = null
    from jsonb_to_recordset(${rows}::jsonb) as new(id bigint, days int, action text, recipients text, channels text[],
      subject text, body text, since date)
    where s.id = new.id`.execute(trx);
}

export const findException = (db: Db, contract: number) =>
  db
    .selectFrom('collection_exception')
    .select(['mode', 'reason'])
    .where('proposal_id', '=', contract)
    .executeTakeFirst();

export const saveException = (trx: Db, contract: number, { mode, reason }: { mode: 'NONE' | 'OWN'; reason: string }) =>
  trx
    .insertInto('collection_exception')
    .values({ proposal_id: contract, mode, reason })
    .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet({ mode, reason }))
    .execute();

export const removeException = (trx: Db, contract: number) =>
  trx.deleteFrom('collection_exception').where('proposal_id', '=', contract).execute();

/** Contract, locked as money events lock it, so that no step is done meanwhile. */
export const lockContract = (trx: Db, id: number) =>
  trx
    .selectFrom('proposal')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findContract = (db: Db, id: number) =>
  db.selectFrom('proposal').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Invoices, of every contract, with collection messages that wait to be sent. */
export async function findWaitingInvoices(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct invoice_id as id from message where kind = 'COLLECTION' and state in ('QUEUED', 'SENDING')
      and invoice_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}
