import type { InquiryState } from '@morada/domain/application/credit';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { CreditConnection, CreditInquiry } from '#api/db/schema.ts';

// The connection ---------------------------------------------------------------------------------------------------------------

export const findProvider = (db: Db) => db.selectFrom('credit_connection').selectAll().executeTakeFirst();
export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>;

export const lockProvider = (trx: Db) => trx.selectFrom('credit_connection').selectAll().forUpdate().executeTakeFirst();

export const putProvider = (trx: Db, saved: Insertable<CreditConnection>) =>
  trx
    .insertInto('credit_connection')
    .values(saved)
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ ...saved, version: sql<number>`credit_connection.version + 1` }),
    )
    .execute();

export const resealProvider = (trx: Db, sealed: Updateable<CreditConnection>) =>
  trx
    .updateTable('credit_connection')
    .set(sealed)
    .set((q) => ({ version: q('version', '+', 1) }))
    .execute();

export const deleteProvider = (trx: Db) => trx.deleteFrom('credit_connection').execute();

// Inquiries --------------------------------------------------------------------------------------------------------------------

/** Time after which a call is out no more: its server died. Longer than any call takes. */
const OUT = sql`interval '2 minutes'`;

type Found = {
  id: number;
  party_id: number;
  state: InquiryState;
  asked_at: string;
  /** In São Paulo. */
  asked_on: CalendarDate;
  by: string | null;
  score: number | null;
  commitment: number | null;
  capacity: number | null;
  reasons: string[];
  query_id: string | null;
  note: string | null;
  is_of_other: boolean;
};
export type FoundInquiry = Found;

/** Inquiries about these parties, the newest first. */
export async function findInquiries(db: Db, partyIds: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select i.id, i.party_id, case when i.state = 'ASKING' and i.asked_at < now() - ${OUT} then 'LOST' else i.state end as state,
      i.asked_at, (i.asked_at at time zone 'America/Sao_Paulo')::date as asked_on, u.name as by, i.score, i.commitment, i.capacity,
      i.reasons, i.query_id, i.note, i.document is distinct from p.cpf as is_of_other
    from credit_inquiry i join application_party p on p.id = i.party_id left join admin_user u on u.id = i.asked_by
    where i.party_id = any(${partyIds}) order by i.id desc`.execute(db);
  return rows;
}

/** Gives up the call of a server that died. */
export const giveUpOld = (trx: Db, partyId: number) =>
  trx
    .updateTable('credit_inquiry')
    .set({ state: 'LOST' })
    .where('party_id', '=', partyId)
    .where('state', '=', 'ASKING')
    .where('asked_at', '<', sql<string>`now() - ${OUT}`)
    .execute();

export const findNewest = (trx: Db, partyId: number) =>
  trx
    .selectFrom('credit_inquiry')
    .select(['id', 'state'])
    .where('party_id', '=', partyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertInquiry = (trx: Db, row: Insertable<CreditInquiry>) =>
  trx.insertInto('credit_inquiry').values(row).returning('id').executeTakeFirstOrThrow();

/** Keeps what came of a call that is out; nothing where its party was erased meanwhile. */
export const endInquiry = (trx: Db, id: number, ended: Updateable<CreditInquiry>) =>
  trx.updateTable('credit_inquiry').set(ended).where('id', '=', id).where('state', '=', 'ASKING').execute();

/** Removes what was asked about a client in forms that have another document now. */
export const dropInquiriesAbout = (trx: Db, clientId: number) =>
  sql`delete from credit_inquiry i using client c where c.id = ${clientId} and c.cpf_cnpj <> '' and i.document = c.cpf_cnpj`.execute(
    trx,
  );

/** Removes a call that was not carried out. */
export const dropInquiry = (trx: Db, id: number) =>
  trx.deleteFrom('credit_inquiry').where('id', '=', id).where('state', '=', 'ASKING').execute();
