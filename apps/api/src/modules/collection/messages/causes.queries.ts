import type { CalendarDate } from '@morada/domain/base/calendar';
import type { MessageKind } from '@morada/domain/messages/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { answersFor, partiesOn } from '#api/db/parties.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';
import { allows } from './outbox.queries.ts';

/** Whether the record that a message `m` is about is as the condition says; a message without one stands. */
const about = (condition: RawBuilder<unknown>) => sql<boolean>`(m.about_id is null or exists (${condition}))`;
const invoiceIs = (condition: RawBuilder<unknown>) => sql<boolean>`(m.invoice_id is null or exists (
  select from invoice i join proposal p on p.id = i.proposal_id where i.id = m.invoice_id and i.deleted_at is null and ${condition}))`;

/** Whether the receiver of a message `m` is told of an invoice `i`: its tenant, or who rents with them today, where `p` tells them. */
const isTold = (today: CalendarDate) => sql`(i.user_id = m.client_id or p.tells_co_tenants
  and exists (select from ${partiesOn(sql`p.id`, 'TENANT', today)} and y.client_id = m.client_id))`;

/** Whether an invoice `i` is collected from the receiver of a message `m`: who is told of it, or who is guarantor today. */
const isDebtor = (today: CalendarDate) =>
  sql`(${isTold(today)} or exists (select from ${partiesOn(sql`p.id`, 'GUARANTOR', today)} and y.client_id = m.client_id))`;

const isPaused = (
  today: CalendarDate,
) => sql`exists (select from collection_pause c where (c.invoice_id = i.id or c.proposal_id = i.proposal_id)
  and c.ended_at is null and (c.until is null or c.until >= ${today}))`;

/** The contract of a message `m` ends on the day that its key names, and its receiver is still the one to tell. */
const ending = (receiver: RawBuilder<unknown>) => sql<boolean>`(not starts_with(m.key, 'ending:') or exists (
  select from proposal p where p.id = m.contract_id and p.deleted_at is null and p.status = 'APPROVED'
    and starts_with(m.key || ':', 'ending:' || p.id || ':' || p.end_date || ':') and ${receiver}))`;

/** Cause of each kind of message `m`: while it stands, the message is sent. */
const causesOn = (today: CalendarDate): Readonly<Record<MessageKind, RawBuilder<boolean>>> => ({
  INVOICE_ISSUED: invoiceIs(isTold(today)),
  DUE_SOON: invoiceIs(isTold(today)),
  PAID: invoiceIs(sql`i.status = 'PAID' and ${isTold(today)}`),
  TRANSFERRED: about(
    sql`select from transfer t where t.id = m.about_id and t.status = 'DONE' and t.deleted_at is null`,
  ),
  TICKET_ANSWERED: about(sql`select from ticket t where t.id = m.about_id and t.deleted_at is null`),
  MAINTENANCE_QUOTED: about(sql`select from maintenance r join property_owner o on o.property_id = r.property_id
    where r.id = m.about_id and r.state = 'AWAITING_APPROVAL' and o.client_id = m.client_id`),
  VISIT_CONFIRMED: about(sql`select from schedule v where v.id = m.about_id and v.status = 'CONFIRMED'`),
  READJUSTED: about(sql`select from readjustment r join proposal p on p.id = r.proposal_id
    where r.id = m.about_id and r.undone_at is null and p.deleted_at is null and p.status = 'APPROVED' and p.user_id = m.client_id`),
  NOTE_ISSUED: about(sql`
    select from service_note n where not starts_with(m.key, 'lease-note:') and n.id = m.about_id and n.state = 'ISSUED' and n.taker_id = m.client_id
    union all
    select from lease_note l where starts_with(m.key, 'lease-note:') and l.transfer_id = m.about_id and l.xml is not null`),
  CONTRACT_ENDING: ending(sql`p.user_id = m.client_id`),
  CONTRACT_ENDING_OWNER: ending(
    sql`exists (select from property_owner o where o.property_id = p.property_id and o.client_id = m.client_id)`,
  ),
  CONTRACT_ENDING_GUARANTOR: ending(
    sql`exists (select from ${partiesOn(sql`p.id`, 'GUARANTOR', today)} and y.client_id = m.client_id)`,
  ),
  COLLECTION: invoiceIs(sql`${isDebtor(today)} and p.status <> 'CLOSED' and not ${isPaused(today)}`),
  AGREEMENT: about(sql`select from debt_agreement a where a.id = m.about_id and a.user_id = m.client_id
    and a.state = case when m.invoice_id is null then 'OFFERED' else 'ACCEPTED' end`),
  NOTICE: about(sql`select from debt_register r
    where r.id = m.about_id and r.undone_at is null and exists (
      select from debt_register_invoice d join invoice i on i.id = d.invoice_id
      where d.register_id = r.id and ${answersFor(sql`m.client_id`)} and i.status = 'PENDING' and i.deleted_at is null and not ${paymentWaits(sql`i.id`)})`),
});

/**
 * Whether the cause of a message `m` stands. Asked when what may have ended it happens, when the message is claimed, and
 * once more before it is handed over. `today`: the day on which people stand in their contracts.
 */
export const stands = (
  today: CalendarDate,
): RawBuilder<boolean> => sql<boolean>`((not m.while_open or exists (select from invoice i
    where i.id = m.invoice_id and i.status = 'PENDING' and i.deleted_at is null and not ${paymentWaits(sql`i.id`)}))
  and case m.kind ${sql.join(
    Object.entries(causesOn(today)).map(([kind, cause]) => sql`when ${sql.lit(kind)} then ${cause}`),
    sql` `,
  )} else true end)`;

/** Messages whose cause something may have ended. */
export type Scope =
  | { contracts: readonly number[] }
  | { properties: readonly number[] }
  | { invoices: readonly number[] }
  | { kind: MessageKind; about: readonly number[] };

function inScope(scope: Scope) {
  if ('contracts' in scope) return sql`m.contract_id = any(${[...scope.contracts]}::bigint[])`;
  if ('invoices' in scope) return sql`m.invoice_id = any(${[...scope.invoices]}::bigint[])`;
  if ('properties' in scope) {
    const properties = sql`any(${[...scope.properties]}::bigint[])`;
    return sql`(m.contract_id in (select id from proposal where property_id = ${properties})
      or (m.kind = 'MAINTENANCE_QUOTED' and m.about_id in (select id from maintenance where property_id = ${properties})))`;
  }
  return sql`m.kind = ${scope.kind} and m.about_id = any(${[...scope.about]}::bigint[])`;
}

/** Cancels messages of the scope that were not handed to a provider yet and whose cause is over. @returns how many. */
export async function cancelEnded(trx: Db, scope: Scope, today: CalendarDate): Promise<number> {
  const { numAffectedRows } = await sql`
    update message m set state = 'CANCELLED', reason = 'CALLED_OFF', counts_on = null, closed_at = now()
    where ${allows('cancel')} and ${inScope(scope)} and not ${stands(today)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
