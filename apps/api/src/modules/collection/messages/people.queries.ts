import type { ConsentChange } from '@morada/contract/collection/messages';
import type { Channel, MessageKind } from '@morada/domain/messages/kinds';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** A client who is neither deleted nor anonymised. */
export const findClient = (db: Db, id: number) =>
  db
    .selectFrom('client')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();

export const findRefusals = (db: Db, client: number) =>
  db
    .selectFrom('message_refusal as r')
    .leftJoin('admin_user as by', 'by.id', 'r.refused_by')
    .leftJoin('admin_user as undone', 'undone.id', 'r.withdrawn_by')
    .select(['r.id', 'r.channel', 'r.kind', 'r.source', 'r.note', 'r.refused_at', 'r.withdrawn_at'])
    .select(['by.name as refused_by', 'undone.name as withdrawn_by'])
    .where('r.client_id', '=', client)
    .orderBy('r.id', 'desc')
    .execute();

export const findConsents = (db: Db, client: number) =>
  db
    .selectFrom('message_consent as a')
    .leftJoin('admin_user as by', 'by.id', 'a.recorded_by')
    .leftJoin('admin_user as undone', 'undone.id', 'a.withdrawn_by')
    .select(['a.id', 'a.channel', 'a.given_on', 'a.source', 'a.body as text', 'a.recorded_at', 'a.withdrawn_at'])
    .select(['by.name as recorded_by', 'undone.name as withdrawn_by'])
    .where('a.client_id', '=', client)
    .orderBy('a.id', 'desc')
    .execute();

const SHOWN_REPLIES = 20;

export const findReplies = (db: Db, client: number) =>
  db
    .selectFrom('message_reply')
    .select(['id', 'channel', 'body as text', 'received_at'])
    .where('client_id', '=', client)
    .orderBy('id', 'desc')
    .limit(SHOWN_REPLIES)
    .execute();

export type NewRefusal = {
  channel: Channel | null;
  kind: MessageKind | null;
  source: 'LINK' | 'WHATSAPP' | 'SMS' | 'STAFF';
  note: string | null;
  refused_by: number | null;
};

/** Inserts a refusal for several clients in one statement. @returns ids of the clients who had not refused before. */
export async function insertRefusals(trx: Db, clients: readonly number[], refusal: NewRefusal): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    insert into message_refusal (client_id, channel, kind, source, note, refused_by)
    select distinct id, ${refusal.channel}, ${refusal.kind}, ${refusal.source}, ${refusal.note}, ${refusal.refused_by}::bigint
    from unnest(${clients}::bigint[]) as id
    on conflict (client_id, channel, kind) where withdrawn_at is null do nothing
    returning client_id`.execute(trx);
  return rows.map(({ client_id }) => client_id);
}

/**
 * Copies to new clients the refusals in force of the same person: of a record that was deleted, or of a visitor, with the
 * document, telephone or e-mail of the new one.
 */
export const inheritRefusals = (trx: Db, clients: readonly number[]) =>
  sql`insert into message_refusal (client_id, channel, kind, source, note, refused_by, refused_at)
    select n.id, r.channel, r.kind, r.source, r.note, r.refused_by, r.refused_at
    from client n join client o on o.id <> n.id and o.deleted_at is not null and ((o.cpf_cnpj = n.cpf_cnpj and n.cpf_cnpj <> '')
        or lower(o.email) = lower(n.email) or o.cellphone in (n.cellphone, n.phone) or o.phone in (n.cellphone, n.phone))
      join message_refusal r on r.client_id = o.id and r.withdrawn_at is null
    where n.id = any(${[...clients]}::bigint[])
    union all
    select n.id, null, null, f.source, null, null, f.refused_at
    from client n join schedule v on v.phone in (n.cellphone, n.phone) or lower(v.email) = lower(n.email)
      join message_visitor_refusal f on f.visit_id = v.id
    where n.id = any(${[...clients]}::bigint[])
    on conflict (client_id, channel, kind) where withdrawn_at is null do nothing`.execute(trx);

/** Cancels messages, not handed to a provider yet, to clients who refuse everything. */
export async function cancelOf(trx: Db, clients: readonly number[]): Promise<void> {
  await sql`update message set state = 'CANCELLED', reason = 'REFUSED', counts_on = null, closed_at = now()
    where client_id = any(${clients}::bigint[]) and (state = 'QUEUED' or (state = 'SENDING' and tried_at is null))`.execute(
    trx,
  );
}

export const withdrawRefusal = (trx: Db, id: number, by: number | null) =>
  trx
    .updateTable('message_refusal')
    .set({ withdrawn_at: sql<string>`now()`, withdrawn_by: by })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning(['client_id', 'channel', 'kind'])
    .executeTakeFirst();

/** Inserts a consent for several clients in one statement. @returns the consents of those who had not agreed before. */
export async function insertConsents(
  trx: Db,
  clients: readonly number[],
  { channel, given_on, source, text, recorded_by }: ConsentChange & { recorded_by: number | null },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    insert into message_consent (client_id, channel, given_on, source, body, recorded_by)
    select c.id, ${channel}, ${given_on}::date, ${source}, ${text}, ${recorded_by}::bigint from client c
    where c.id = any(${clients}::bigint[]) and c.deleted_at is null and c.anonymised_at is null
    on conflict (client_id, channel) where withdrawn_at is null do nothing
    returning id, client_id`.execute(trx);
  return new Map(rows.map(({ id, client_id }) => [client_id, id]));
}

/** In force → withdrawn, for several consents. */
export const withdrawConsents = (trx: Db, ids: readonly number[], by: number | null) =>
  trx
    .updateTable('message_consent')
    .set({ withdrawn_at: sql<string>`now()`, withdrawn_by: by })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'client_id', 'channel'])
    .execute();

export const withdrawConsent = (trx: Db, id: number, by: number | null) =>
  trx
    .updateTable('message_consent')
    .set({ withdrawn_at: sql<string>`now()`, withdrawn_by: by })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning(['client_id', 'channel'])
    .executeTakeFirst();

/** Area code and last eight digits of a number: WhatsApp names many Brazilian mobiles without their ninth digit. */
function partsOf(number: string) {
  const bare = number.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
  return { bare, area: bare.slice(0, 2), last: bare.slice(-8) };
}

type Answered = { number: string; message: string | undefined };

/** Clients with this number, and the client of the answered message, whatever their number. */
export async function findClientsOf(trx: Db, { number, message }: Answered) {
  const { bare, area, last } = partsOf(number);
  const { rows } = await sql<{ id: number }>`
    select id from client where length(${bare}) >= 10 and deleted_at is null
      and ((left(cellphone, 2) = ${area} and right(cellphone, 8) = ${last})
        or (left(phone, 2) = ${area} and right(phone, 8) = ${last}))
    union select client_id from message where provider_id = ${message ?? null} and client_id is not null
    order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Visits with this number whose visitor has no record, and the visit of the answered message. */
export async function findVisitsOf(trx: Db, { number, message }: Answered) {
  const { bare, area, last } = partsOf(number);
  const { rows } = await sql<{ id: number }>`
    select id from schedule where length(${bare}) >= 10 and client_id is null
      and left(phone, 2) = ${area} and right(phone, 8) = ${last}
    union select visit_id from message where provider_id = ${message ?? null} and visit_id is not null
    order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

export const insertVisitorRefusals = (trx: Db, visits: readonly number[], source: 'LINK' | 'WHATSAPP' | 'SMS') =>
  sql`insert into message_visitor_refusal (visit_id, source)
    select id, ${source} from schedule where id = any(${visits}::bigint[]) on conflict do nothing`.execute(trx);

/** Cancels messages about visits that were not handed to a provider yet. */
export const cancelOfVisits = (trx: Db, visits: readonly number[]) =>
  sql`update message set state = 'CANCELLED', reason = 'REFUSED', counts_on = null, closed_at = now()
    where visit_id = any(${visits}::bigint[]) and (state = 'QUEUED' or (state = 'SENDING' and tried_at is null))`.execute(
    trx,
  );

/** @returns whether the answer is new: providers report an answer several times. */
export async function insertReply(
  trx: Db,
  reply: {
    channel: 'WHATSAPP' | 'SMS';
    provider_id: string;
    sender: string;
    client_id: number | null;
    body: string;
    is_refusal: boolean;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('message_reply')
    .values(reply)
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
