import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PartyRole } from '@morada/domain/lease/parties';
import { type RawBuilder, sql } from 'kysely';

/** Today in São Paulo, for conditions that are asked where no day is at hand. */
export const TODAY = sql<CalendarDate>`(now() at time zone 'America/Sao_Paulo')::date`;

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
