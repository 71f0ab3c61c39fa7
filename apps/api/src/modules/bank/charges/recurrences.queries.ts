import type { RecurrenceState, RecurrenceTerms, RetryPolicy } from '@morada/domain/bank/pix/recurrence';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';

/** Contract that a recurrence is offered for; locked against a second offer. */
export async function lockContract(trx: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    status: 'APPROVED' | 'CLOSED';
    user_id: number;
    rent: number;
    transfer_date: number;
    end_date: CalendarDate;
    ends_at_term: boolean;
    street: string;
    number: string | null;
    complement: string | null;
    tenant_document: string | null;
  }>`
    select k.id, k.status, k.user_id, k.current_price - k.discount as rent, k.transfer_date, k.end_date, k.ends_at_term, p.street, p.number,
      p.complement, c.cpf_cnpj as tenant_document
    from proposal k join property p on p.id = k.property_id join client c on c.id = k.user_id
    where k.id = ${id} and k.deleted_at is null for update of k`.execute(trx);
  return rows[0];
}

type NewRecurrence = Omit<RecurrenceTerms, 'contract'> & {
  link_id: number;
  proposal_id: number;
  client_id: number;
  policy: RetryPolicy;
  /** It is offered only together with an immediate charge, and ends with it. */
  lapses?: boolean;
};

/** Inserts a recurrence; false when the contract has one in force. */
export async function insertRecurrence(trx: Db, { first, last, ...rest }: NewRecurrence): Promise<boolean> {
  const made = await trx
    .insertInto('recurrence')
    .values({ ...rest, first_date: first, last_date: last })
    // The predicate of the index, by literals: a prepared statement matches no index by parameters.
    .onConflict((conflict) =>
      conflict.column('proposal_id').where(sql<boolean>`state in ('WAITING', 'CREATED', 'APPROVED')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (made) await insertSteps(trx, [{ id: made.id, state: 'WAITING', at: new Date().toISOString() }]);
  return made !== undefined;
}

export type Step = { id: number; state: RecurrenceState; at: string };

export const insertSteps = (trx: Db, steps: readonly Step[]) =>
  sql`insert into recurrence_step (recurrence_id, state, at)
    select id, state, at from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (id bigint, state text, at timestamptz)
    order by id, at on conflict do nothing`.execute(trx);

/** The contract's last recurrence: the one in force, or the one that ended last. */
export const findRecurrence = (db: Db, proposalId: number) =>
  db
    .selectFrom('recurrence')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findSteps = (db: Db, recurrenceId: number) =>
  db
    .selectFrom('recurrence_step')
    .select(['state', 'at'])
    .where('recurrence_id', '=', recurrenceId)
    .orderBy('at')
    .execute();

/** The contract's recurrence in force. */
export const findStanding = (trx: Db, proposalId: number) =>
  trx
    .selectFrom('recurrence')
    .select(['id', 'link_id', 'state', 'canceling'])
    .where('proposal_id', '=', proposalId)
    .where('state', 'in', ['WAITING', 'CREATED', 'APPROVED'])
    .executeTakeFirst();

/** Clears an earlier refusal of the recurrence, which must not end its new immediate charge. */
export const forgetProblem = (trx: Db, id: number) =>
  sql`update recurrence set problem = null, version = version + 1 where id = ${id}`.execute(trx);

/** Requests the end of a contract's recurrence in force. One that was never sent to the bank ends immediately. */
export async function askForEnd(trx: Db, proposalId: number, ended_by: string) {
  const { rows } = await sql<{ id: number; state: RecurrenceState }>`
    update recurrence set canceling = true, lapses = false, next_try_at = now(), version = version + 1,
      ended_by = ${ended_by},
      state = case when location_id is null then 'CANCELED' else state end
    where proposal_id = ${proposalId} and state in ('WAITING', 'CREATED', 'APPROVED') and not canceling
    returning id, state`.execute(trx);
  return rows[0];
}

/**
 * Asks for the end of recurrences whose contract ended, was deleted or has another tenant, and of all those of a former
 * link.
 */
export const endLapsed = (trx: Db, linkId: number, { all }: { all: boolean }) =>
  sql`update recurrence r set canceling = true, next_try_at = now(), version = version + 1,
      state = case when location_id is null then 'CANCELED' else state end
    where link_id = ${linkId} and state in ('WAITING', 'CREATED', 'APPROVED') and not canceling
      and (${all} or not exists (select from proposal k where k.id = r.proposal_id and k.status = 'APPROVED'
        and k.deleted_at is null and k.user_id = r.client_id))`.execute(trx);

/**
 * Requests the end of recurrences offered only with an immediate charge, once the bank no longer holds that charge. If
 * the charge was paid, the recurrence goes on: a poll of the bank shows whether it was authorised.
 */
export const endWithCharge = (trx: Db, linkId: number) =>
  sql`with over as (
    select r.id, exists (select from pix_charge p where p.recurrence_id = r.id and p.kind = 'cob' and p.state = 'PAID') as is_paid
    from recurrence r where r.link_id = ${linkId} and r.lapses and not r.canceling and r.state in ('WAITING', 'CREATED')
      and not exists (select from pix_charge p where p.recurrence_id = r.id and p.kind = 'cob'
        and p.state in ('QUEUED', 'WAITING', 'ACTIVE', 'REFUSED', 'REMOVING')))
  update recurrence r set canceling = not is_paid, lapses = not is_paid, next_try_at = now(), version = version + 1,
    state = case when not is_paid and location_id is null then 'CANCELED' else state end
  from over where over.id = r.id`.execute(trx);

/** The same for contracts that have another tenant now, at once. @returns those, and which ended here already */
export async function endOfFormerTenants(trx: Db, proposalIds: readonly number[], ended_by: string) {
  const { rows } = await sql<{ id: number; proposal_id: number; state: RecurrenceState }>`
    update recurrence r set canceling = true, lapses = false, next_try_at = now(), version = r.version + 1, ended_by = ${ended_by},
      state = case when r.location_id is null then 'CANCELED' else r.state end
    from proposal k where k.id = r.proposal_id and k.id = any(${[...proposalIds]}::bigint[]) and k.user_id <> r.client_id
      and r.state in ('WAITING', 'CREATED', 'APPROVED') and not r.canceling
    returning r.id, r.proposal_id, r.state`.execute(trx);
  return rows;
}

export type DueRecurrence = {
  id: number;
  version: number;
  proposal_id: number;
  state: RecurrenceState;
  canceling: boolean;
  /** Who asked for its end here. */
  ended_by: string | null;
  policy: RetryPolicy;
  object: string;
  first_date: CalendarDate;
  last_date: CalendarDate | null;
  minimum: number | null;
  location_id: number | null;
  location: string | null;
  code: string | null;
  id_rec: string | null;
  lapses: boolean;
  tenant: string;
  tenant_document: string;
  /** Immediate charge that the bank holds and whose common code is missing. */
  charge_id: number | null;
  charge_txid: string | null;
};

/** Whether a recurrence (`call`) can be sent or polled. One that is offered only with an immediate charge comes after that charge. */
export const isCallable = (
  linkId: number,
) => sql`call.link_id = ${linkId} and (not call.lapses or call.canceling or call.id_rec is not null
  or exists (select from pix_charge p where p.recurrence_id = call.id and p.kind = 'cob' and p.state = 'ACTIVE'))`;

export async function findDue(db: Db, ids: readonly number[]) {
  const { rows } = await sql<DueRecurrence>`
    select t.id, t.version, t.proposal_id, t.state, t.canceling, t.ended_by, t.policy, t.object, t.first_date, t.last_date, t.minimum, t.location_id,
      t.location, t.code, t.id_rec, t.lapses, c.name as tenant, c.cpf_cnpj as tenant_document, p.id as charge_id, p.txid as charge_txid
    from recurrence t join client c on c.id = t.client_id
    left join pix_charge p on p.recurrence_id = t.id and p.kind = 'cob' and p.state = 'ACTIVE' and p.joint_code is null
      and p.expires_at > now()
    where t.id = any(${ids}::bigint[]) order by t.id`.execute(db);
  return rows;
}

/** Stores a location before a recurrence is created with it. */
export const setLocation = (db: Db, id: number, location_id: number, location: string) =>
  db.updateTable('recurrence').set({ location_id, location }).where('id', '=', id).execute();

export type ToldState = {
  id: number;
  version: number;
  state: RecurrenceState;
  id_rec: string | null;
  code: string | null;
  journey: string | null;
  ended_by: string | null;
  end_reason: string | null;
  problem: string | null;
  /** Immediate charge that was polled, and the code that pays it and authorises the recurrence. */
  charge_id: number | null;
  joint_code: string | null;
  /** Minutes until the bank is polled again. */
  again: number;
};

/** Writes answers of the bank. Returns the recurrences whose state changed; a request made meanwhile is sent next. */
export async function writeRecurrences(trx: Db, told: readonly ToldState[]) {
  const { rows } = await sql<{ id: number; proposal_id: number; state: RecurrenceState; before: RecurrenceState }>`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, version int, state text, id_rec text,
        code text, journey text, ended_by text, end_reason text, problem text, again int)),
    before as materialized (select r.id, r.state from recurrence r join told using (id) order by r.id for update of r)
    update recurrence r set state = told.state, id_rec = coalesce(told.id_rec, r.id_rec), code = coalesce(told.code, r.code),
      journey = coalesce(told.journey, r.journey), ended_by = coalesce(told.ended_by, r.ended_by),
      end_reason = coalesce(told.end_reason, r.end_reason), problem = told.problem,
      -- One that was authorised after all stays, although its immediate charge is over.
      canceling = r.canceling and not (r.lapses and told.state = 'APPROVED'),
      next_try_at = case when r.version = told.version then now() + told.again * interval '1 minute' else now() end
    from told join before using (id)
    where r.id = told.id and r.state in ('WAITING', 'CREATED', 'APPROVED')
    returning r.id, r.proposal_id, r.state, before.state as before`.execute(trx);
  return rows.filter(({ state, before }) => state !== before);
}

/** Makes recurrences that a notice names due for a poll. */
export const readRecurrencesAgain = (trx: Db, linkId: number, ids: readonly string[]) =>
  sql`update recurrence set next_try_at = now(), version = version + 1
    where link_id = ${linkId} and id_rec = any(${ids}::text[]) and state in ('WAITING', 'CREATED', 'APPROVED')`.execute(
    trx,
  );

const SHOWN_DAYS = 30;
const MOST_SHOWN = 50;

/** Contracts in force whose tenant ended the authorisation not long ago, and has no other. */
export async function findEnded(db: Db, today: CalendarDate) {
  const { rows } = await sql<{ proposal_id: number; tenant: string; ended_by: string }>`
    select r.proposal_id, c.name as tenant, r.ended_by from recurrence r
    join proposal k on k.id = r.proposal_id and k.status = 'APPROVED' and k.deleted_at is null
    join client c on c.id = r.client_id
    where r.ended_by in ('USUARIO_PAGADOR', 'PSP_PAGADOR') and r.state in ('CANCELED', 'REJECTED')
      and exists (select from recurrence_step s where s.recurrence_id = r.id and s.state = r.state
        and s.at > ${today}::date - ${SHOWN_DAYS}::int)
      -- An authorisation that was never given has not ended.
      and exists (select from recurrence_step s where s.recurrence_id = r.id and s.state = 'APPROVED')
      and not exists (select from recurrence later where later.proposal_id = r.proposal_id and later.id > r.id)
    order by r.id desc limit ${MOST_SHOWN}`.execute(db);
  return rows;
}

/** The last recurrence of each contract. */
export const findLatest = (db: Db, proposalIds: readonly number[]) =>
  db
    .selectFrom('recurrence')
    .distinctOn('proposal_id')
    .select(['proposal_id', 'state', 'canceling', 'code', 'first_date', 'ended_by', 'lapses'])
    .where('proposal_id', '=', sql<number>`any(${proposalIds}::bigint[])`)
    .orderBy('proposal_id')
    .orderBy('id', 'desc')
    .execute();
export type LatestRecurrence = Awaited<ReturnType<typeof findLatest>>[number];

/**
 * Whether an open invoice's tenant may pay it and authorise in one press: the contract is in force, and its recurrence
 * waits for them or can be offered.
 */
export async function isJoinable(db: Db, invoiceId: number, linkId: number): Promise<boolean> {
  const { rows } = await sql<{ joinable: boolean }>`
    select true as joinable from invoice i join proposal k on k.id = i.proposal_id join client c on c.id = i.user_id
    where i.id = ${invoiceId} and i.status = 'PENDING' and i.deleted_at is null and k.status = 'APPROVED' and k.deleted_at is null
      and k.user_id = i.user_id and c.cpf_cnpj is not null and not ${paymentWaits(sql`i.id`)}
      and not exists (select from recurrence r where r.proposal_id = k.id and r.state in ('WAITING', 'CREATED', 'APPROVED')
        and (r.state = 'APPROVED' or r.canceling or r.link_id <> ${linkId}))`.execute(db);
  return rows.length > 0;
}

/** The location of a recurrence that waits for its tenant, for the code of journey 4. */
export const findOfferedLocation = (db: Db, invoiceId: number) =>
  db
    .selectFrom('recurrence')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.proposal_id', '=', 'recurrence.proposal_id')
        .onRef('invoice.user_id', '=', 'recurrence.client_id'),
    )
    .select('recurrence.location')
    .where('invoice.id', '=', invoiceId)
    .where('recurrence.state', '=', 'CREATED')
    .where('recurrence.canceling', '=', false)
    .executeTakeFirst();
