import { sql } from 'kysely';
import type { Db } from '../../context.ts';

export type Linked = { record: 'proposal' | 'invoice'; record_id: number };
export type LinkToken = Linked & { token: string };

export async function findTokens(db: Db, records: readonly Linked[]) {
  const { rows } = await sql<LinkToken>`
    select t.record, t.record_id, t.token from link_token t
    join jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as wanted(record text, record_id bigint) using (record, record_id)`.execute(
    db,
  );
  return rows;
}

/** One that somebody else made meanwhile stands. */
export async function insertTokens(db: Db, tokens: readonly LinkToken[]) {
  const { rows } = await sql<LinkToken>`
    insert into link_token (record, record_id, token)
    select record, record_id, token from jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) as made(record text, record_id bigint, token text)
    order by record, record_id
    on conflict (record, record_id) do update set token = link_token.token returning record, record_id, token`.execute(
    db,
  );
  return rows;
}

export const replaceToken = (trx: Db, { record, record_id, token }: LinkToken) =>
  trx
    .insertInto('link_token')
    .values({ record, record_id, token })
    .onConflict((conflict) => conflict.columns(['record', 'record_id']).doUpdateSet({ token, created_at: sql`now()` }))
    .execute();

/** The invoice that a pair of words opens; undefined when either is wrong. */
export async function findLinkedInvoice(db: Db, link: { contractToken: string; id: number; invoiceToken: string }) {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i
    join link_token mine on mine.record = 'invoice' and mine.record_id = i.id
    join link_token whole on whole.record = 'proposal' and whole.record_id = i.proposal_id
    where i.id = ${link.id} and mine.token = ${link.invoiceToken} and whole.token = ${link.contractToken} and i.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.id;
}
