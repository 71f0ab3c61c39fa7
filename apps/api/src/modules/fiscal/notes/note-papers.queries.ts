import { type CalendarDate, firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';

/** Where a note's XML is kept: with a note issued here, or with the payment of an owner who issued it elsewhere. */
export type PaperSource = 'NOTE' | 'PAYMENT';

export type PaperRow = {
  source: PaperSource;
  /** Of the note, or of the transfer. */
  id: number;
  key: string;
  xml: string;
  /** The event that cancelled it. */
  cancel_xml: string | null;
  cancelled: boolean;
  environment: DpsEnvironment;
};

/** A note of a city: its paper is the city's, and no XML is here. */
export type CityPaper = {
  source: 'CITY';
  id: number;
  number: string;
  verification: string | null;
  url: string | null;
  issued_on: CalendarDate;
  competence: CalendarDate;
  amount: Cents;
  issuer: string;
  taker: string;
  document: string;
  description: string;
  cancelled: boolean;
  environment: DpsEnvironment;
};

/** Notes whose XML is here, and those of cities. A note issued here lies with its payment too: it is shown once. */
const PAPERS = sql`(
  select 'NOTE' as source, n.id, n.key, n.xml, n.cancel_xml, n.canceled_at is not null as cancelled, n.environment, n.competence,
    n.issuer_id, n.taker_id, null::jsonb as city
  from service_note n where n.xml is not null
  union all
  select 'PAYMENT', x.id, l.key, l.xml, null, false, 'PRODUCTION', x.received_on, x.user_id, i.user_id, null
  from lease_note l join transfer x on x.id = l.transfer_id join invoice i on i.id = x.invoice_id
  where l.xml is not null and not exists (select from service_note s where s.key = l.key)
  union all
  select 'CITY', n.id, n.city_number, null, null, n.canceled_at is not null, n.environment, n.competence, n.issuer_id, n.taker_id,
    jsonb_build_object('source', 'CITY', 'id', n.id, 'number', n.city_number, 'verification', n.city_verification, 'url', n.city_url,
      'issued_on', (n.issued_at at time zone 'America/Sao_Paulo')::date, 'competence', n.competence, 'amount', n.amount,
      'issuer', (select name from agency), 'taker', t.name, 'document', t.cpf_cnpj,
      'description', n.facts -> 'service' ->> 'description', 'cancelled', n.canceled_at is not null, 'environment', n.environment)
  from service_note n join client t on t.id = n.taker_id where n.city_number is not null) as p`;

const COLUMNS = sql`p.source, p.id, p.key, p.xml, p.cancel_xml, p.cancelled, p.environment`;
const HAS_XML = sql`p.xml is not null`;

/** Notes that a person issued or received, without those of the restricted environment, which have no fiscal value. */
const ofPerson = (client: number): RawBuilder<unknown> =>
  sql`(p.taker_id = ${client} or p.issuer_id = ${client}) and p.environment = 'PRODUCTION'`;

export async function findOfPerson(db: Db, client: number, page: number) {
  const { rows } = await sql<((PaperRow & { city: null }) | { city: CityPaper }) & { total: number }>`
    select ${COLUMNS}, p.city, count(*) over () as total from ${PAPERS} where ${ofPerson(client)}
    order by p.competence desc, p.source, p.id desc ${cutPage(page)}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function hasAny(db: Db, client: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${PAPERS} where ${ofPerson(client)}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

export async function findOneOfPerson(db: Db, client: number, source: PaperSource, id: number) {
  const { rows } = await sql<PaperRow>`
    select ${COLUMNS} from ${PAPERS} where p.source = ${source} and p.id = ${id} and ${HAS_XML} and ${ofPerson(client)}`.execute(
    db,
  );
  return rows[0];
}

const ofMonth = (month: Reference) => sql`p.competence between ${firstDay(month)} and ${lastDay(month)}`;

/** Notes of cities of a month. */
export async function findOfCities(db: Db, month: Reference): Promise<CityPaper[]> {
  const { rows } = await sql<{ city: CityPaper }>`
    select p.city from ${PAPERS} where p.source = 'CITY' and ${ofMonth(month)} order by p.competence, p.id`.execute(db);
  return rows.map(({ city }) => city);
}

/** Notes of a month with their XML after one of them, in order; some at a time, since each has its whole text. */
export async function findOfMonth(
  db: Db,
  month: Reference,
  after: Pick<PaperRow, 'source' | 'id'>,
  limit: number,
): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    select ${COLUMNS} from ${PAPERS}
    where ${ofMonth(month)} and ${HAS_XML} and (p.source, p.id) > (${after.source}, ${after.id})
    order by p.source, p.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function findIssued(db: Db, id: number): Promise<PaperRow | undefined> {
  const { rows } = await sql<PaperRow>`
    select ${COLUMNS} from ${PAPERS} where p.source = 'NOTE' and p.id = ${id}`.execute(db);
  return rows[0];
}
