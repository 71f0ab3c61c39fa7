import type { CalendarDate } from '@morada/domain/base/calendar';
import type { TaxRegime } from '@morada/domain/fiscal/taxpayer';
import { sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { NoteCertificate } from '#api/db/schema.ts';

const ofIssuer = (client_id: number | null) => sql<boolean>`c.client_id is not distinct from ${client_id}::bigint`;

export const findCertificates = (db: Db) =>
  db
    .selectFrom('note_certificate as c')
    .leftJoin('client', 'client.id', 'c.client_id')
    .select(['c.client_id', 'client.name', 'c.document', 'c.valid_until'])
    .orderBy(sql`c.client_id nulls first`)
    .execute();

export const findCertificate = (db: Db, client_id: number | null) =>
  db.selectFrom('note_certificate as c').selectAll().where(ofIssuer(client_id)).executeTakeFirst();

/** Certificates that end until a day. */
export const findEnding = (db: Db, until: CalendarDate) =>
  db
    .selectFrom('note_certificate as c')
    .leftJoin('client', 'client.id', 'c.client_id')
    .select(['c.client_id', 'client.name', 'c.valid_until'])
    .where('c.valid_until', '<=', until)
    .orderBy('c.valid_until')
    .orderBy('c.id')
    .execute();

export const lockCertificates = (trx: Db) =>
  trx.selectFrom('note_certificate').selectAll().orderBy('id').forUpdate().execute();

export type SavedCertificate = {
  client_id: number | null;
  document: string;
  valid_until: CalendarDate;
  certificate: string;
  private_key: string;
};

export const putCertificate = (trx: Db, saved: SavedCertificate) =>
  trx
    .insertInto('note_certificate')
    .values(saved)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...saved, saved_at: sql`now()` }))
    .execute();

export const resealCertificate = (trx: Db, id: number, sealed: Updateable<NoteCertificate>) =>
  trx.updateTable('note_certificate').set(sealed).where('id', '=', id).execute();

export const deleteCertificates = (trx: Db, clients: readonly (number | null)[]) =>
  trx
    .deleteFrom('note_certificate as c')
    .where((where) => where.or(clients.map((client) => ofIssuer(client))))
    .returning(['c.client_id', 'c.valid_until'])
    .execute();

/** An owner with the numbers that notes are issued by, locked against a change of them. */
export async function lockOwner(trx: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    name: string;
    document: string;
    tax_cnpj: string | null;
    tax_regime: TaxRegime | null;
  }>`select id, name, cpf_cnpj as document, tax_cnpj, tax_regime from client where id = ${id} and deleted_at is null
    for no key update`.execute(trx);
  return rows[0];
}
