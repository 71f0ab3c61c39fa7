import { PAGE_SIZE } from '@morada/contract/base/fields';
import type { LeadRow } from '@morada/contract/registry/lead-row';
import type { LeadSearch } from '@morada/contract/registry/leads.search';
import type { LeadEvent } from '@morada/domain/attendance/lead';
import { LEAD_STAGES, type LeadSource, type LeadStage } from '@morada/domain/attendance/lead-words';
import { addressLine } from '@morada/domain/property/property';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import { ANSWERED_IN_TIME, ANSWERED_LATE, HAS_VISITED, receivedOn } from '#api/db/lettings.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { searchWords } from '#api/db/reading/search.ts';
import { findSeen } from './leads.queries.ts';

type Filter = Omit<z.output<typeof LeadSearch>, 'page'>;

const LATE = sql<boolean>`(l.waiting_since is not null and l.answer_due_at < now())`;

function where({ query, kind, source, owner, situation, stage, answer, visit, reason, start, end }: Filter) {
  const all: RawBuilder<unknown>[] = [sql`l.merged_into_id is null`, ...receivedOn({ start, end })];
  if (stage) all.push(sql`l.stage = ${stage}`);
  if (kind) all.push(sql`l.kind = ${kind}`);
  if (source) all.push(sql`l.source = ${source}`);
  if (owner !== undefined) all.push(sql`l.owner_id = ${owner}`);
  if (situation === 'LATE') all.push(LATE);
  if (situation === 'WAITING') all.push(sql`l.waiting_since is not null`);
  if (situation === 'FREE') all.push(sql`l.owner_id is null and l.closed_at is null`);
  if (situation === 'UNOWNED') all.push(sql`l.owner_id is null`);
  if (answer) all.push(answer === 'LATE' ? ANSWERED_LATE : ANSWERED_IN_TIME);
  if (visit) all.push(HAS_VISITED);
  if (reason) all.push(sql`l.loss_reason = ${reason}`);
  for (const word of searchWords(query ?? ''))
    all.push(sql`search_words(l.name, l.email, l.phone) like search_pattern(${word})`);
  return sql.join(all, sql` and `);
}

type Found = Omit<LeadRow, 'owner' | 'property'> & {
  owner_id: number | null;
  owner_name: string | null;
  property_id: number | null;
  street: string | null;
  house: string | null;
  complement: string | null;
};

const placeOf = ({ property_id: id, street, house, complement }: Omit<Found, keyof LeadRow> | Place) =>
  id === null || street === null ? null : { id, label: addressLine({ street, number: house, complement }) };

function shown({ owner_id, owner_name, property_id, street, house, complement, ...row }: Found): LeadRow {
  return {
    ...row,
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
    property: placeOf({ owner_id, owner_name, property_id, street, house, complement }),
  };
}

const COLUMNS = sql`l.id, l.name, l.phone, l.email, l.kind, l.source, l.stage, l.client_id, l.received_at, l.stage_since,
  l.waiting_since, l.answer_due_at, ${LATE} as late, l.first_answer_at, l.loss_reason, l.version,
  l.owner_id, a.name as owner_name, l.property_id, p.street, p.number as house, p.complement`;
const JOINS = sql`left join admin_user a on a.id = l.owner_id left join property p on p.id = l.property_id`;

/** The cut is made among the leads alone, before anything is joined. */
async function findRows(db: Db, cut: RawBuilder<unknown>): Promise<LeadRow[]> {
  const { rows } = await sql<Found>`
    with cut as (select l.id from lead l ${cut}) select ${COLUMNS}
    from cut join lead l on l.id = cut.id ${JOINS} order by l.id desc`.execute(db);
  return rows.map(shown);
}

/** A page, newest first. */
export const findLeads = (db: Db, { page = 1, ...filter }: z.output<typeof LeadSearch>) =>
  findRows(db, sql`where ${where(filter)} order by l.id desc ${cutPage(page)}`);

export async function countLeads(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from lead l where ${where(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findLeadIds(db: Db, filter: Filter, most?: number): Promise<number[]> {
  const cut = most === undefined ? sql`` : sql`limit ${most}`;
  const { rows } = await sql<{ id: number }>`
    select l.id from lead l where ${where(filter)} order by l.id desc ${cut}`.execute(db);
  return rows.map(({ id }) => id);
}

export const findLeadsAt = (db: Db, ids: readonly number[]) => findRows(db, sql`where l.id = any(${ids}::bigint[])`);

/** Cards of a column: a page of the list. */
const CARDS = PAGE_SIZE;

type Column = { stage: LeadStage; total: number; data: LeadRow[] };

/** Each stage with its newest leads, and how many there are. */
export async function findBoard(db: Db, filter: Omit<Filter, 'stage'>): Promise<Column[]> {
  const { rows } = await sql<Found & { total: number }>`
    with cut as (
      select * from (
        select l.id, count(*) over (partition by l.stage) as total,
          row_number() over (partition by l.stage order by l.stage_since desc, l.id desc) as place
        from lead l where ${where(filter)}) as placed
      where place <= ${CARDS})
    select cut.total, ${COLUMNS} from cut join lead l on l.id = cut.id ${JOINS} order by cut.place`.execute(db);
  return (Object.keys(LEAD_STAGES) as LeadStage[]).map((stage) => {
    const found = rows.filter((row) => row.stage === stage);
    return { stage, total: found[0]?.total ?? 0, data: found.map(({ total: _, ...row }) => shown(row)) };
  });
}

/** Leads that wait for an answer: the person's own, and those of nobody; of everybody too for who distributes them. */
export async function findWaiting(db: Db, who: number, everybodys: boolean, most: number) {
  const mine = everybodys ? sql`true` : sql`(l.owner_id = ${who} or l.owner_id is null)`;
  const waiting = sql`l.waiting_since is not null and l.merged_into_id is null and ${mine}`;
  const { rows } = await sql<Found & { total: number }>`
    with cut as (
      select l.id, count(*) over () as total from lead l where ${waiting} order by l.answer_due_at, l.id limit ${most})
    select cut.total, ${COLUMNS} from cut join lead l on l.id = cut.id ${JOINS} order by l.answer_due_at, l.id`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, data: rows.map(({ total: _, ...row }) => shown(row)) };
}

export const countStuck = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('portal_lead')
      .select((q) => q.fn.countAll<number>().as('n'))
      .where('state', '=', 'STUCK')
      .executeTakeFirstOrThrow()
  ).n;

type Place = { property_id: number | null; street: string | null; house: string | null; complement: string | null };
type Happened = Place & {
  id: number;
  at: string;
  event: LeadEvent;
  stage_before: LeadStage;
  stage_after: LeadStage;
  actor: string;
  source: LeadSource | null;
  note: string | null;
};

/** A lead with its history, newest first; that of those that were joined to it is in it. */
export async function findLead(db: Db, id: number) {
  const [row] = await findLeadsAt(db, [id]);
  if (!row) return undefined;
  const rest = await db
    .selectFrom('lead')
    .select(['campaign', 'loss_note', 'escalated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Happened>`
    select e.id, e.at, e.event, e.stage_before, e.stage_after, e.actor, e.source, e.note,
      e.property_id, p.street, p.number as house, p.complement
    from lead_event e left join property p on p.id = e.property_id
    where e.lead_id = ${id} or e.lead_id in (select l.id from lead l where l.merged_into_id = ${id})
    order by e.id desc limit 500`.execute(db);
  const history = rows.map(({ property_id, street, house, complement, ...event }) => ({
    ...event,
    property: placeOf({ property_id, street, house, complement }),
  }));
  const seen = (await findSeen(db, id)).map(({ id: property_id, street, number: house, complement, seen_at }) => ({
    seen_at,
    ...present(placeOf({ property_id, street, house, complement }), 'the place of a listing'),
  }));
  return { ...row, ...rest, history, seen };
}
