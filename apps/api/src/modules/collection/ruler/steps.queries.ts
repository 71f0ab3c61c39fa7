import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { DoneStep, StepAction } from '@morada/domain/collection/ruler';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { LOCKS } from '#api/db/locks.ts';
import { partiesOn, standsOn } from '#api/db/parties.ts';
import { heldInvoices, OPEN } from './held.queries.ts';

/** One server at a time picks and does steps. */
export const lockSteps = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCKS.collection})`.execute(trx);

export type Candidate = {
  id: number;
  contract: number;
  tenant: number;
  due_date: CalendarDate;
  issued_on: CalendarDate;
  /** Whether its contract has steps of its own. */
  own: boolean;
  guarantors: number;
  done: DoneStep[];
};

const candidate = (
  today: CalendarDate,
) => sql`i.id, i.proposal_id as contract, i.user_id as tenant, i.due_date, i.issued_on, e.mode is not null as own,
  (select count(*) from ${partiesOn(sql`i.proposal_id`, 'GUARANTOR', today)}) as guarantors,
  (select coalesce(jsonb_agg(jsonb_build_object('step', t.step_id, 'days', t.days, 'on', t.done_on)), '[]')
    from collection_touch t where t.invoice_id = i.id) as done`;

/**
 * Open invoices with these due dates that are not held (`heldInvoices`), of the next tenants by id without a step today.
 * @param after id of the last tenant of the previous portion; 0 for the first
 */
export async function findCandidates(
  db: Db,
  {
    today,
    dueDates,
    after,
    most,
  }: { today: CalendarDate; dueDates: readonly CalendarDate[]; after: number; most: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with ${heldInvoices(today)},
      due as (
        select i.id, i.user_id from invoice i left join collection_exception e on e.proposal_id = i.proposal_id
        where ${OPEN} and i.due_date = any(${[...dueDates]}::date[]) and e.mode is distinct from 'NONE'
          and not exists (select from held where held.invoice_id = i.id)
          and not exists (select from collection_touch t join invoice other on other.id = t.invoice_id
            where other.user_id = i.user_id and t.done_on = ${today})),
      tenants as (select distinct user_id from due where user_id > ${after} order by user_id limit ${most})
    select ${candidate(today)} from due join tenants using (user_id) join invoice i on i.id = due.id
      left join collection_exception e on e.proposal_id = i.proposal_id
    order by i.user_id, i.id`.execute(db);
  return rows;
}

/** Every open invoice that is not held (`heldInvoices`), for a simulation. */
export async function findCollected(db: Db, today: CalendarDate): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with ${heldInvoices(today)}
    select ${candidate(today)} from invoice i left join collection_exception e on e.proposal_id = i.proposal_id
    where ${OPEN} and e.mode is distinct from 'NONE' and not exists (select from held where held.invoice_id = i.id)
    order by i.due_date, i.id`.execute(db);
  return rows;
}

/** Locks the contracts of steps, so that no payment or pause comes between a step and its message. */
export const lockContracts = (trx: Db, ids: readonly number[]) =>
  sql`select id from proposal where id = any(${[...ids]}::bigint[]) order by id for share`.execute(trx);

export type NewTouch = { invoice_id: number; step_id: number; days: number; action: StepAction };

/**
 * Records steps as done, in one statement. It skips invoices that are no longer open or are held, steps done before,
 * and all of them while the ruler is off.
 * @returns the invoices and steps recorded.
 */
export async function insertTouches(trx: Db, today: CalendarDate, touches: readonly NewTouch[]) {
  const { rows } = await sql<{ invoice_id: number; step_id: number }>`
    with ${heldInvoices(today)}
    insert into collection_touch (invoice_id, step_id, days, action, done_on)
    select i.id, new.step_id, new.days, new.action, ${today}
    from jsonb_to_recordset(${JSON.stringify(touches)}::jsonb) as new(invoice_id bigint, step_id bigint, days int, action text)
      join invoice i on i.id = new.invoice_id and ${OPEN}
    where not exists (select from held where held.invoice_id = i.id)
      and exists (select from collection_ruler r where r.active and r.since <= ${today})
    on conflict do nothing
    returning invoice_id, step_id`.execute(trx);
  return rows;
}

type Person = { id: number; name: string; cpf_cnpj: string };

export type Billed = {
  id: number;
  proposal_id: number;
  reference: Reference;
  due_date: CalendarDate;
  /** Price and fees. */
  amount: number;
  old_charges: number;
  street: string;
  number: string | null;
  complement: string | null;
  tenant: Person;
  /** Who rents with them today, where the contract tells them. */
  co_tenants: Person[];
  guarantors: Person[];
};

/** Invoices with the values that texts of steps need, their tenants and guarantors. */
export async function findBilled(db: Db, ids: readonly number[], today: CalendarDate): Promise<Billed[]> {
  const { rows } = await sql<Billed>`
    select i.id, i.proposal_id, i.reference, i.due_date, i.price + i.fees as amount, i.old_charges, p.street, p.number, p.complement,
      jsonb_build_object('id', c.id, 'name', c.name, 'cpf_cnpj', c.cpf_cnpj) as tenant,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'cpf_cnpj', f.cpf_cnpj) order by y.id), '[]')
        from contract_party y join proposal k on k.id = y.proposal_id and k.tells_co_tenants join client f on f.id = y.client_id
        where y.proposal_id = i.proposal_id and y.role = 'TENANT' and y.client_id <> i.user_id and ${standsOn(today)}) as co_tenants,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'cpf_cnpj', f.cpf_cnpj) order by y.id), '[]')
        from contract_party y join client f on f.id = y.client_id
        where y.proposal_id = i.proposal_id and y.role = 'GUARANTOR' and ${standsOn(today)}) as guarantors
    from unnest(${[...ids]}::bigint[]) as wanted(id) join invoice i on i.id = wanted.id join client c on c.id = i.user_id
      join property p on p.id = i.property_id order by i.id`.execute(db);
  return rows;
}

export const findAgency = (db: Db) => readAgency(db, ['name', 'phone', 'city', 'pix_key', 'late_from_business_day']);
