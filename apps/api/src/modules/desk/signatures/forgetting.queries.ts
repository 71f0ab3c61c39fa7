import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Marks the people of a paper; an erasure is heard before the register is emptied. */
const EMPTY = sql`name = 'Titular anonimizado', capacity = null, cpf = null, email = null, phone = null, code_hash = null, code_until = null,
  signature_data = null, reason = null, address = null, device = null, link_until = null, link_version = link_version + 1`;

/** Empties those signers of an envelope who are one of these people. @returns how many */
export async function emptyErased(trx: Db, envelopeId: number, clientIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with emptied as (
      update signature_signer set ${EMPTY}
      where envelope_id = ${envelopeId} and (client_id = any(${[...clientIds]}::bigint[])
        or cpf in (select cpf_cnpj from client where id = any(${[...clientIds]}::bigint[])))
      returning id),
    events as (
      update signature_event set address = null, device = null, details = null where signer_id in (select id from emptied))
    select id from emptied`.execute(trx);
  return rows.length;
}

/**
 * Names erased people as the clients they are in papers whose file is being closed: by their CPF they are not found any more once the
 * register is emptied, and the evidence still needs them.
 */
export const nameErased = (trx: Db, envelopeIds: readonly number[], clientIds: readonly number[]) =>
  sql`
    update signature_signer s set client_id = c.id from client c, signature_envelope e
    where s.envelope_id = any(${[...envelopeIds]}::bigint[]) and e.id = s.envelope_id and e.state = 'SEALING'
      and c.id = any(${[...clientIds]}::bigint[]) and s.cpf = c.cpf_cnpj`.execute(trx);

/** People of an envelope whom the register has erased already. */
export async function findErased(trx: Db, envelopeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from signature_signer s join client c on c.id = s.client_id
    where s.envelope_id = ${envelopeId} and c.anonymised_at is not null and s.name <> 'Titular anonimizado'`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Envelopes in which people sign, locked in order. */
export async function lockOfClients(trx: Db, clientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where id in (
      select s.envelope_id from signature_signer s where s.client_id = any(${[...clientIds]}::bigint[])
      union select s.envelope_id from signature_signer s join client c on c.cpf_cnpj = s.cpf where c.id = any(${[...clientIds]}::bigint[]))
    order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Whether a file has another place: the documents of a record, or another envelope that stands. */
export async function isKeptElsewhere(trx: Db, fileId: number, envelopeId: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from proposal_document where file_id = ${fileId})
      or exists (select from application_document where file_id = ${fileId})
      or exists (select from debt_agreement where document_id = ${fileId})
      or exists (select from signature_envelope where id <> ${envelopeId} and emptied_at is null and ${fileId} in (file_id, signed_file_id)) as kept`.execute(
    trx,
  );
  return rows[0]?.kept ?? false;
}

/** `title`: in place of the one given, which may name somebody. */
export const emptyAll = (trx: Db, envelopeId: number, title: string) =>
  sql`
    with emptied as (update signature_signer set ${EMPTY} where envelope_id = ${envelopeId}),
    events as (update signature_event set address = null, device = null, details = null where envelope_id = ${envelopeId})
    update signature_envelope set emptied_at = now(), ended_reason = null, title = ${title}, version = version + 1 where id = ${envelopeId}`.execute(
    trx,
  );
