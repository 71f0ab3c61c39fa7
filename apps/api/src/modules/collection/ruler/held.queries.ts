import type { CalendarDate } from '@morada/domain/base/calendar';
import { HOLD_ORDER, type Hold } from '@morada/domain/collection/stages';
import { type RawBuilder, sql } from 'kysely';
import { paymentWaits } from '#api/db/waiting-payments.ts';

/** Invoices `i` that are open. */
export const OPEN = sql`i.status = 'PENDING' and i.deleted_at is null`;

/** Pauses `c` that stand on a day. */
export const standing = (today: CalendarDate) => sql`c.ended_at is null and (c.until is null or c.until >= ${today})`;

const kind = (hold: Hold) => sql.lit(hold);

/** Open invoices of closed contracts. */
const ofClosedContracts: RawBuilder<unknown> = sql`
  select i.id, ${kind('CLOSED')}, null::date from invoice i join proposal p on p.id = i.proposal_id
  where ${OPEN} and p.status = 'CLOSED'`;

/** Instalments of agreements in force; the invoices that an agreement replaces are not open. */
const ofAgreements: RawBuilder<unknown> = sql`
  select i.id, ${kind('AGREEMENT')}, null::date from invoice i join debt_agreement a on a.id = i.debt_agreement_id
  where ${OPEN} and a.state = 'ACCEPTED'`;

/** Open invoices whose payment waits for a person. */
const ofWaitingPayments: RawBuilder<unknown> = sql`
  select i.id, ${kind('ARRIVED')}, null::date from invoice i where ${OPEN} and ${paymentWaits(sql`i.id`)}`;

/** Common table `held`: open invoices that the ruler skips, each with the reason and the last day of it. */
export const heldInvoices = (today: CalendarDate) => sql`held as materialized (
  select distinct on (invoice_id) invoice_id, reason, until from (
    select c.invoice_id, c.reason, c.until from collection_pause c where c.invoice_id is not null and ${standing(today)}
    union all
    select i.id, c.reason, c.until from collection_pause c join invoice i on i.proposal_id = c.proposal_id and ${OPEN}
    where ${standing(today)}
    union all ${ofClosedContracts}
    union all ${ofAgreements}
    union all ${ofWaitingPayments}
  ) as each order by invoice_id, array_position(${[...HOLD_ORDER]}::text[], reason), until desc nulls first)`;
