import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PartyRole } from '@morada/domain/lease/parties';
import { type RawBuilder, sql } from 'kysely';
import { standsAsOwner } from './standing.ts';

type Day = CalendarDate | RawBuilder<unknown>;

/** Whether a party `y` of a contract stands on a day. */
export const standsOn = (day: Day): RawBuilder<boolean> => sql<boolean>`
  ((y.valid_from is null or y.valid_from <= ${day}) and (y.valid_to is null or y.valid_to >= ${day}))`;

/** Whether a party `y` ever stood: one entered by mistake has its last day before the first. */
export const STOOD: RawBuilder<boolean> = sql<boolean>`(y.valid_to is null or y.valid_from is null or y.valid_to >= y.valid_from)`;

/** Those who stand in a role in a contract on a day, as rows of `contract_party y`. */
export const partiesOn = (contract: RawBuilder<unknown>, role: PartyRole, day: Day): RawBuilder<unknown> => sql`
  contract_party y where y.proposal_id = ${contract} and y.role = ${sql.lit(role)} and ${standsOn(day)}`;

/**
 * Whether a client answers for an invoice `i`: it was issued to them, or they were tenant or guarantor of its contract on the day
 * it fell due.
 */
export const answersFor = (client: number | RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (i.user_id = ${client} or exists (select from contract_party y where y.proposal_id = i.proposal_id and y.client_id = ${client}
    and y.role in ('TENANT', 'GUARANTOR') and ${standsOn(sql`i.due_date`)}))`;

/** Whether a client may see an invoice `i`: as tenant of the day it falls due, or today as procurator of one. */
export const seesInvoice = (clientId: number, today: CalendarDate): RawBuilder<boolean> => sql<boolean>`exists (
  select from contract_party y where y.proposal_id = i.proposal_id and y.client_id = ${clientId} and (i.user_id = ${clientId}
    or y.role = 'TENANT' and ${standsOn(sql`i.due_date`)}
    or y.role = 'PROCURATOR' and ${standsOn(today)} and (y.of_client_id = i.user_id or exists (
      select from contract_party of where of.proposal_id = y.proposal_id and of.client_id = y.of_client_id and of.role = 'TENANT'
        and (of.valid_from is null or of.valid_from <= i.due_date) and (of.valid_to is null or of.valid_to >= i.due_date)))))`;

/** Contracts of which a client may see invoices. */
export const contractsOf = (clientId: number): RawBuilder<unknown> => sql`
  select proposal_id from contract_party where client_id = ${clientId} and role in ('TENANT', 'PROCURATOR')`;

/** Whether a client may see a transfer `t`: their own, or today as procurator of its owner. */
export const seesTransfer = (
  clientId: number,
  today: CalendarDate,
): RawBuilder<boolean> => sql<boolean>`(t.user_id = ${clientId}
  or (t.user_id, t.proposal_id) in (select y.of_client_id, y.proposal_id from contract_party y
    where y.client_id = ${clientId} and y.role = 'PROCURATOR' and ${standsOn(today)}))`;

/** Whether a client stands today in the contract `k` as tenant. */
export const standsAsTenant = (
  clientId: number,
  today: CalendarDate,
): RawBuilder<boolean> => sql<boolean>`(k.user_id = ${clientId} or exists (
  select from contract_party y where y.proposal_id = k.id and y.client_id = ${clientId} and y.role = 'TENANT' and ${standsOn(today)}))`;

/** Whether a client acts today in the contract `k` for one of its tenants or owners. */
export const actsInContract = (clientId: number, today: CalendarDate): RawBuilder<boolean> => sql<boolean>`exists (
  select from contract_party y where y.proposal_id = k.id and y.client_id = ${clientId} and y.role = 'PROCURATOR' and ${standsOn(today)}
    and (y.of_client_id = k.user_id or exists (select from contract_party of where of.proposal_id = k.id and of.client_id = y.of_client_id
        and of.role = 'TENANT' and (of.valid_from is null or of.valid_from <= ${today}) and (of.valid_to is null or of.valid_to >= ${today}))
      or ${standsAsOwner(sql`y.of_client_id`)}))`;
