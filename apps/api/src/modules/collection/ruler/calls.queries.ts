import type { Pause } from '@morada/contract/collection/collection';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { CallOutcome, PauseReason } from '@morada/domain/collection/stages';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { standsOn } from '#api/db/parties.ts';
import { OPEN, standing } from './held.queries.ts';

export const findCalls = (db: Db, invoice: number) =>
  db
    .selectFrom('collection_call as c')
    .leftJoin('admin_user as u', 'u.id', 'c.admin_user_id')
    .select(['c.called_at as at', 'u.name as by', 'c.outcome', 'c.promised_for', 'c.note'])
    .where('c.invoice_id', '=', invoice)
    .orderBy('c.id', 'desc')
    .execute();

/** Pauses of an invoice and of its contract that stand. */
export async function findPauses(db: Db, invoice: number, today: CalendarDate): Promise<Pause[]> {
  const { rows } = await sql<Pause>`
    select c.id, c.proposal_id is not null as of_contract, c.reason, c.note, c.until, u.name as by, c.created_at
    from invoice i join collection_pause c on c.invoice_id = i.id or c.proposal_id = i.proposal_id
      left join admin_user u on u.id = c.admin_user_id
    where i.id = ${invoice} and ${standing(today)} order by c.id`.execute(db);
  return rows;
}

/** Tenant of an invoice, and other tenants and guarantors of its contract, with the numbers to call. */
export async function findPeople(db: Db, invoice: number, today: CalendarDate) {
  const { rows } = await sql<{ id: number; name: string; phone: string | null; is_guarantor: boolean }>`
    select c.id, c.name, coalesce(c.cellphone, c.phone) as phone, role.is_guarantor
    from invoice i cross join lateral (
      select i.user_id as client_id, false as is_guarantor, 0 as place
      union all select y.client_id, y.role = 'GUARANTOR', y.id from contract_party y
        where y.proposal_id = i.proposal_id and y.role in ('TENANT', 'GUARANTOR') and y.client_id <> i.user_id and ${standsOn(today)}) role
      join client c on c.id = role.client_id
    where i.id = ${invoice} order by role.is_guarantor, role.place`.execute(db);
  return rows;
}

/** Owners of an invoice's property. */
export const findOwners = (db: Db, invoice: number) =>
  db
    .selectFrom('invoice as i')
    .innerJoin('property_owner as o', 'o.property_id', 'i.property_id')
    .innerJoin('client as c', 'c.id', 'o.client_id')
    .select(['c.id', 'c.name'])
    .where('i.id', '=', invoice)
    .orderBy('o.position')
    .execute();

/** Contract of an open invoice, locked as money events lock it: a step in flight is either committed or has to wait. */
export async function lockOpen(trx: Db, invoice: number) {
  const { rows } = await sql<{ proposal_id: number }>`
    select p.id as proposal_id from proposal p where p.id = (select i.proposal_id from invoice i where i.id = ${invoice})
    for no key update`.execute(trx);
  const open = await sql<{ id: number }>`select i.id from invoice i where i.id = ${invoice} and ${OPEN}`.execute(trx);
  return open.rows.length === 0 ? undefined : rows[0];
}

export const insertCall = (
  trx: Db,
  call: {
    invoice_id: number;
    outcome: CallOutcome;
    promised_for: CalendarDate | null;
    note: string | null;
    admin_user_id: number | null;
  },
) => trx.insertInto('collection_call').values(call).execute();

/** Closes the calls that the ruler asked for. */
export const closeCalls = (trx: Db, invoice: number) =>
  trx
    .updateTable('collection_touch')
    .set({ closed_at: sql<string>`now()` })
    .where('invoice_id', '=', invoice)
    .where('action', '=', 'CALL')
    .where('closed_at', 'is', null)
    .execute();

/** Ends the earlier promise, so that only one is in force. */
export const endPromises = (trx: Db, invoice: number, by: number | null) =>
  trx
    .updateTable('collection_pause')
    .set({ ended_at: sql<string>`now()`, ended_by: by })
    .where('invoice_id', '=', invoice)
    .where('reason', '=', 'PROMISE')
    .where('ended_at', 'is', null)
    .execute();

export type NewPause = {
  invoice_id: number | null;
  proposal_id: number | null;
  reason: PauseReason | 'PROMISE';
  note: string | null;
  until: CalendarDate | null;
  admin_user_id: number | null;
};

/** Ends pauses of the same record and reason whose last day has passed. */
export const endPast = (trx: Db, { invoice_id, proposal_id, reason }: NewPause, today: CalendarDate) =>
  trx
    .updateTable('collection_pause')
    .set({ ended_at: sql<string>`now()` })
    .where('invoice_id', 'is not distinct from', invoice_id)
    .where('proposal_id', 'is not distinct from', proposal_id)
    .where('reason', '=', reason)
    .where('ended_at', 'is', null)
    .where('until', '<', today)
    .execute();

/** @returns false when a pause for the same reason is in force. */
export async function insertPause(trx: Db, pause: NewPause): Promise<boolean> {
  const made = await trx
    .insertInto('collection_pause')
    .values(pause)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Copies the standing pauses of invoices to the balances that were made of them. */
export const inheritPauses = (trx: Db, balances: readonly number[]) =>
  sql`insert into collection_pause (invoice_id, reason, note, until, admin_user_id)
    select i.id, c.reason, c.note, c.until, c.admin_user_id
    from invoice i join collection_pause c on c.invoice_id = i.balance_of and c.ended_at is null
    where i.id = any(${[...balances]}::bigint[]) on conflict do nothing`.execute(trx);

/** Standing → ended. @returns the pause's record, or undefined when it had ended. */
export const endPause = (trx: Db, id: number, by: number | null) =>
  trx
    .updateTable('collection_pause')
    .set({ ended_at: sql<string>`now()`, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['invoice_id', 'proposal_id', 'reason'])
    .executeTakeFirst();

export const findContractOf = (db: Db, invoice: number) =>
  db.selectFrom('invoice').select('proposal_id').where('id', '=', invoice).executeTakeFirstOrThrow();

/** Ids of the open invoices of a contract. */
export async function findOpenInvoices(db: Db, contract: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i where i.proposal_id = ${contract} and ${OPEN} order by i.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the invoices that a pause, of the invoice or of its contract, holds. */
export async function findPaused(db: Db, invoices: readonly number[], today: CalendarDate): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i where i.id = any(${[...invoices]}::bigint[]) and exists (
      select from collection_pause c where (c.invoice_id = i.id or c.proposal_id = i.proposal_id) and ${standing(today)})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
