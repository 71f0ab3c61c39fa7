import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** ACCEPTED → KEPT for those of these agreements that have no open instalment. Returns their ids. */
export async function keepPaid(trx: Db, ids: readonly number[], today: CalendarDate) {
  const { rows } = await sql<{ id: number }>`
    with kept as (
        update debt_agreement a set state = 'KEPT', ended_on = ${today}, version = version + 1
        where id = any(${ids}::bigint[]) and state = 'ACCEPTED'
          and not exists (select from invoice i where i.debt_agreement_id = a.id and i.status = 'PENDING' and i.deleted_at is null)
        returning id),
      ended as (update debt_agreement_invoice set live = false where agreement_id in (select id from kept))
    select id from kept order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** KEPT → ACCEPTED: the payment of an instalment was refunded. Returns the ids of the agreements that were KEPT. */
export async function reopenKept(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    with reopened as (
        update debt_agreement set state = 'ACCEPTED', ended_on = null, version = version + 1
        where id = any(${ids}::bigint[]) and state = 'KEPT' returning id),
      live as (update debt_agreement_invoice set live = true where agreement_id in (select id from reopened))
    select id from reopened order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Those of these agreements that were broken or cancelled: their debt is open again. */
export const findUndone = async (db: Db, ids: readonly number[]) =>
  (
    await db
      .selectFrom('debt_agreement')
      .select('id')
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('state', 'in', ['BROKEN', 'CANCELLED'])
      .execute()
  ).map(({ id }) => id);

export type Under = {
  invoice_id: number;
  agreement_id: number;
  state: 'OFFERED' | 'ACCEPTED';
  role: 'DEBT' | 'INSTALMENT';
};

/** Agreements, offered or in force, that these invoices are in: as debt, or as an instalment. */
export async function findUnder(db: Db, invoiceIds: readonly number[]) {
  const { rows } = await sql<Under>`
    select d.invoice_id, a.id as agreement_id, a.state, 'DEBT' as role
    from debt_agreement_invoice d join debt_agreement a on a.id = d.agreement_id
    where d.invoice_id = any(${invoiceIds}::bigint[]) and d.live and a.state in ('OFFERED', 'ACCEPTED')
    union all
    select i.id, a.id, a.state, 'INSTALMENT' from invoice i join debt_agreement a on a.id = i.debt_agreement_id
    where i.id = any(${invoiceIds}::bigint[]) and i.deleted_at is null and a.state = 'ACCEPTED'
    order by 1, 2`.execute(db);
  return rows;
}
