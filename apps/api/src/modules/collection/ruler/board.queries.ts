import { PAGE_SIZE } from '@morada/contract/base/fields';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { DoneStep, StepAction } from '@morada/domain/collection/ruler';
import type { Stage } from '@morada/domain/collection/stage-order';
import { AGE_STAGES, HELD_STAGES, type Hold } from '@morada/domain/collection/stages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { partiesOn } from '#api/db/parties.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import { heldInvoices, OPEN } from './held.queries.ts';

/** Stage of an open invoice `i` by its age or by what holds it, as `stageOf` says. */
const stageOn = (today: CalendarDate): RawBuilder<Stage> => {
  const ages = AGE_STAGES.map(({ stage, upTo }) =>
    Number.isFinite(upTo)
      ? sql`when ${today}::date - i.due_date <= ${sql.lit(upTo)} then ${sql.lit(stage)}`
      : sql`else ${sql.lit(stage)}`,
  );
  return sql`case when held.reason = any(${[...HELD_STAGES]}::text[]) then held.reason ${sql.join(ages, sql` `)} end`;
};

type Search = {
  query?: string | undefined;
  seen: Seen;
  late?: number | undefined;
  amount?: number | undefined;
  by?: number | undefined;
  owner?: number | undefined;
};

/** Person who registered the latest call or pause of an invoice `i`. */
const handler = sql`(select h.by from (
    select c.admin_user_id as by, c.called_at as at from collection_call c where c.invoice_id = i.id
    union all select c.admin_user_id, c.created_at from collection_pause c where c.invoice_id = i.id) as h
  order by h.at desc limit 1)`;

const found = ({ query, seen, late, amount, by, owner }: Search, today: CalendarDate) => {
  const parts: RawBuilder<unknown>[] = [OPEN];
  if (query !== undefined)
    parts.push(sql`(i.user_id in (${peopleFound(query, seen)})
      or i.property_id in (select id from property where ${matches(sql`search`, query)})
      or i.property_id in (select property_id from property_owner where client_id in (${peopleFound(query, seen)})))`);
  if (late !== undefined) parts.push(sql`${today}::date - i.due_date >= ${late}::bigint`);
  if (amount !== undefined) parts.push(sql`i.price + i.fees >= ${amount}::numeric * 100`);
  if (by !== undefined) parts.push(sql`${handler} = ${by}`);
  if (owner !== undefined)
    parts.push(sql`i.property_id in (select property_id from property_owner where client_id = ${owner})`);
  return sql.join(parts, sql` and `);
};

/** People who registered calls and pauses of open invoices. */
export async function findHandlers(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from admin_user u where exists (
        select from collection_call c join invoice i on i.id = c.invoice_id and ${OPEN} where c.admin_user_id = u.id)
      or exists (
        select from collection_pause c join invoice i on i.id = c.invoice_id and ${OPEN} where c.admin_user_id = u.id)
    order by u.name, u.id`.execute(db);
  return rows;
}

export const findOwner = (db: Db, id: number) =>
  db.selectFrom('client').select('name').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

const staged = (search: Search, today: CalendarDate) => sql`${heldInvoices(today)},
  staged as materialized (
    select i.id, i.due_date, i.price + i.fees as amount, i.old_charges, ${stageOn(today)} as stage
    from invoice i left join held on held.invoice_id = i.id where ${found(search, today)})`;

export type StageTotal = {
  stage: Stage;
  due_date: CalendarDate | null;
  amount: number;
  old_charges: number;
  invoices: number;
};

/**
 * Number of invoices of each stage by due date and amount. Invoices equal in both bear the same charges, so the charges
 * are computed once. Invoices that aren't late bear none: each stage has one row for them, with a null due date and
 * their total as the amount.
 */
export async function findTotals(db: Db, search: Search, today: CalendarDate): Promise<StageTotal[]> {
  const { rows } = await sql<StageTotal>`
    with ${staged(search, today)}
    select stage, null::date as due_date, sum(amount)::bigint as amount, 0 as old_charges, count(*) as invoices
    from staged where due_date >= ${today} group by stage
    union all
    select stage, due_date, amount, old_charges, count(*) from staged where due_date < ${today}
    group by stage, due_date, amount, old_charges`.execute(db);
  return rows;
}

/** Ids of the first invoices of each stage, the longest overdue first. */
export async function findBeginnings(db: Db, search: Search, today: CalendarDate, most: number) {
  const { rows } = await sql<{ id: number; stage: Stage }>`
    with ${staged(search, today)},
      numbered as (select id, stage, row_number() over (partition by stage order by due_date, id) as place from staged)
    select id, stage from numbered where place <= ${most} order by stage, place`.execute(db);
  return rows;
}

/** Ids of a page of one stage, the longest overdue first. */
export async function findStage(db: Db, search: Search & { stage: Stage; page: number }, today: CalendarDate) {
  const { rows } = await sql<{ id: number }>`
    with ${staged(search, today)}
    select id from staged where stage = ${search.stage} order by due_date, id
    limit ${PAGE_SIZE} offset ${(search.page - 1) * PAGE_SIZE}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countStage(db: Db, search: Search & { stage: Stage }, today: CalendarDate) {
  const { rows } = await sql<{ invoices: number }>`
    with ${staged(search, today)} select count(*) as invoices from staged where stage = ${search.stage}`.execute(db);
  return rows[0]?.invoices ?? 0;
}

export type BoardInvoice = {
  id: number;
  contract_id: number;
  tenant: { id: number; name: string };
  street: string;
  number: string | null;
  complement: string | null;
  reference: Reference;
  due_date: CalendarDate;
  issued_on: CalendarDate;
  /** Price and fees. */
  amount: number;
  old_charges: number;
  hold: Hold | null;
  until: CalendarDate | null;
  mode: 'NONE' | 'OWN' | null;
  guarantors: number;
  done: (DoneStep & { action: StepAction; at: string })[];
  call: boolean;
  failed: boolean;
};

/** Open invoices with these ids, in the order of the ids, each with the steps done for it. */
export async function findInvoices(db: Db, ids: readonly number[], today: CalendarDate): Promise<BoardInvoice[]> {
  const { rows } = await sql<BoardInvoice>`
    with ${heldInvoices(today)}
    select i.id, i.proposal_id as contract_id, jsonb_build_object('id', c.id, 'name', c.name) as tenant,
      p.street, p.number, p.complement, i.reference, i.due_date, i.issued_on, i.price + i.fees as amount, i.old_charges,
      held.reason as hold, held.until, e.mode,
      (select count(*) from ${partiesOn(sql`i.proposal_id`, 'GUARANTOR', today)}) as guarantors,
      (select coalesce(jsonb_agg(jsonb_build_object('step', t.step_id, 'days', t.days, 'on', t.done_on, 'action', t.action,
        'at', to_char(t.done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by t.id), '[]')
        from collection_touch t where t.invoice_id = i.id) as done,
      exists (select from collection_touch t where t.invoice_id = i.id and t.action = 'CALL' and t.closed_at is null) as call,
      exists (select from message m where m.invoice_id = i.id and m.kind = 'COLLECTION' and m.state = 'FAILED') as failed
    from unnest(${[...ids]}::bigint[]) with ordinality as cut(id, place) join invoice i on i.id = cut.id and ${OPEN}
      join client c on c.id = i.user_id join property p on p.id = i.property_id
      left join collection_exception e on e.proposal_id = i.proposal_id left join held on held.invoice_id = i.id
    order by cut.place`.execute(db);
  return rows;
}

export type Task = {
  kind: 'CALL' | 'PROMISE' | 'FAILED';
  id: number;
  tenant: string;
  street: string;
  number: string | null;
  complement: string | null;
  due_date: CalendarDate;
  amount: number;
  old_charges: number;
  day: CalendarDate;
};

/** Days for which a failed message remains a task. */
const FAILED_DAYS = 15;

/**
 * Tasks about open invoices that are not held (`heldInvoices`): calls to make, promises whose day has passed and that no
 * later promise replaced, and messages that failed.
 */
const tasks = (today: CalendarDate) => sql`${heldInvoices(today)},
  each as (
    select 'CALL' as kind, t.invoice_id as id, t.done_on as day from collection_touch t
    where t.action = 'CALL' and t.closed_at is null
    union all
    select 'PROMISE', c.invoice_id, c.until from collection_pause c
    where c.reason = 'PROMISE' and c.ended_at is null and c.until < ${today}
    union all
    select distinct on (m.invoice_id) 'FAILED', m.invoice_id, (m.closed_at at time zone 'America/Sao_Paulo')::date from message m
    where m.kind = 'COLLECTION' and m.state = 'FAILED' and m.invoice_id is not null
      and m.closed_at > now() - make_interval(days => ${FAILED_DAYS})),
  task as (
    select each.* from each join invoice i on i.id = each.id and ${OPEN}
    where not exists (select from held where held.invoice_id = i.id))`;

export async function findTasks(db: Db, today: CalendarDate, most: number): Promise<Task[]> {
  const { rows } = await sql<Task>`
    with ${tasks(today)}, cut as (select * from task order by day, kind, id limit ${most})
    select cut.kind, cut.id, cut.day, c.name as tenant, p.street, p.number, p.complement, i.due_date, i.price + i.fees as amount, i.old_charges
    from cut join invoice i on i.id = cut.id join client c on c.id = i.user_id join property p on p.id = i.property_id
    order by cut.day, cut.kind, cut.id`.execute(db);
  return rows;
}

export async function countTasks(db: Db, today: CalendarDate) {
  const { rows } = await sql<{ total: number }>`with ${tasks(today)} select count(*) as total from task`.execute(db);
  return rows[0]?.total ?? 0;
}
