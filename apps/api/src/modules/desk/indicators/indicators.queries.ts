import type { Way } from '@morada/contract/desk/indicators';
import type { LeadSource, LossReason } from '@morada/domain/attendance/lead-words';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import {
  ANSWERED_IN_TIME,
  ANSWERED_LATE,
  CLOSED_ON,
  closedOn,
  HAS_VISITED,
  receivedOn,
  VISIT_HELD,
} from '#api/db/lettings.ts';

export type FoundWay = Omit<Way, 'share' | 'conversion'> & {
  by: 'all' | 'source' | 'owner' | 'reason';
  source: LeadSource | null;
  owner_id: number | null;
  owner: string | null;
  reason: LossReason | null;
};

/** The leads of a period, and the same by way in, by person and by reason of loss. */
export async function findWays(db: Db, span: Span): Promise<FoundWay[]> {
  const { rows } = await sql<FoundWay>`
    with found as materialized (
      select l.source, l.owner_id, l.loss_reason as reason, l.stage, l.first_answer_at is not null as answered,
        extract(epoch from l.first_answer_at - l.received_at) / 60 as minutes,
        case when l.stage = 'WON' then extract(epoch from l.closed_at - l.received_at) / 86400 end as days,
        ${ANSWERED_IN_TIME} as in_time, ${ANSWERED_LATE} as late, ${HAS_VISITED} as visited
      from lead l where ${sql.join([sql`l.merged_into_id is null`, ...receivedOn(span)], sql` and `)}),
    counted as (
      select case when grouping(f.source) = 0 then 'source' when grouping(f.owner_id) = 0 then 'owner'
          when grouping(f.reason) = 0 then 'reason' else 'all' end as by,
        f.source, f.owner_id, f.reason, count(*) as received, count(*) filter (where f.answered) as answered,
        count(*) filter (where f.in_time) as in_time, count(*) filter (where f.late) as late,
        round((percentile_cont(0.5) within group (order by f.minutes))::numeric, 1)::float8 as median_minutes,
        count(*) filter (where f.visited) as visited, count(*) filter (where f.stage = 'WON') as won,
        count(*) filter (where f.stage = 'LOST') as lost,
        round((percentile_cont(0.5) within group (order by f.days))::numeric, 1)::float8 as median_days
      from found f group by grouping sets ((), (f.source), (f.owner_id), (f.reason)))
    select c.*, a.name as owner from counted c left join admin_user a on a.id = c.owner_id
    where c.by <> 'reason' or c.reason is not null
    order by c.received desc, c.source, a.name nulls last, c.reason`.execute(db);
  return rows;
}

type Step = { step: string; type: 'Leads' | 'Visitas' | 'Locações'; value: number };

/** Leads that came in, visits to properties to let and rental contracts, by civil day or month. */
export async function findSteps(db: Db, span: Span, by: 'day' | 'month'): Promise<Step[]> {
  const form = sql.lit(by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM');
  const { rows } = await sql<Step>`
    select to_char(d.day, ${form}) as step, d.type, count(*) as value from (
      select (l.received_at at time zone 'America/Sao_Paulo')::date as day, 'Leads' as type
      from lead l where ${sql.join([sql`l.merged_into_id is null`, ...receivedOn(span)], sql` and `)}
      union all select s.date, 'Visitas' from schedule s join property p on p.id = s.property_id
      where p.type = 'RENT' and s.date between ${span.start} and ${span.end} and ${VISIT_HELD}
      union all select ${CLOSED_ON}, 'Locações' from proposal x
      where ${sql.join([sql`x.kind = 'RENT' and x.deleted_at is null`, ...closedOn(span)], sql` and `)}) as d
    group by 1, 2`.execute(db);
  return rows;
}

type Let = { on: CalendarDate; registered: CalendarDate; before: { ended: CalendarDate | null }[] };

/** Rental contracts closed in the period, each with what its property went through before. */
export async function findLettings(db: Db, span: Span): Promise<Let[]> {
  const { rows } = await sql<Let>`
    select ${CLOSED_ON} as on, (p.created_at at time zone 'America/Sao_Paulo')::date as registered,
      coalesce((select json_agg(json_build_object('ended', b.closed_on)) from proposal b
        where b.property_id = x.property_id and b.id <> x.id and b.kind = 'RENT' and b.deleted_at is null
          and b.start_date < ${CLOSED_ON}), '[]') as before
    from proposal x join property p on p.id = x.property_id
    where ${sql.join([sql`x.kind = 'RENT' and x.deleted_at is null`, ...closedOn(span)], sql` and `)}`.execute(db);
  return rows;
}

/** Properties to let that are free today, each with what it went through before. */
export async function findVacant(db: Db, today: CalendarDate): Promise<Let[]> {
  const { rows } = await sql<Let>`
    select ${today}::date as on, (p.created_at at time zone 'America/Sao_Paulo')::date as registered,
      coalesce((select json_agg(json_build_object('ended', b.closed_on)) from proposal b
        where b.property_id = p.id and b.kind = 'RENT' and b.deleted_at is null and b.start_date < ${today}), '[]') as before
    from property p where p.type = 'RENT' and p.status = 'AVAILABLE' and p.deleted_at is null`.execute(db);
  return rows;
}

export async function countLet(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('property')
    .select((q) => q.fn.countAll<number>().as('n'))
    .where('type', '=', 'RENT')
    .where('status', '=', 'RENTED')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}
