import type { ApplicationDocument } from '@morada/domain/application/form';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { DebtAct } from '@morada/domain/debt-papers/debt-register';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { standsOn } from '#api/db/parties.ts';
import { roles, standings } from './links.queries.ts';

/** Whether a document was sent while the client was principal tenant of its contract: those of tenants name nobody. */
const SENT_AS_TENANT = (id: number) => sql<boolean>`exists (select from contract_party y
  where y.proposal_id = proposal_document.proposal_id and y.client_id = ${id} and y.principal
    and ${standsOn(sql`(stored_file.created_at at time zone 'America/Sao_Paulo')::date`)})`;

/**
 * Documents of the client's contracts that belong to the client: a tenant's own, a guarantor's own, and the signed
 * contract.
 */
export const findDocumentsOf = (db: Db, id: number, today: CalendarDate) =>
  db
    .selectFrom(standings(id, today).as('stands'))
    .innerJoin('proposal_document', 'proposal_document.proposal_id', 'stands.proposal_id')
    .innerJoin('stored_file', 'stored_file.id', 'proposal_document.file_id')
    .select([
      'stored_file.id',
      'stored_file.key',
      'stored_file.name',
      'stored_file.created_at',
      'proposal_document.proposal_id',
      'proposal_document.type',
    ])
    .distinct()
    .where('stored_file.deleted_at', 'is', null)
    .where('stands.former', '=', false)
    .where((q) =>
      q.or([
        q('proposal_document.type', '=', 'CONTRACT'),
        q.and([SENT_AS_TENANT(id), q('proposal_document.type', '<>', 'GUARANTOR')]),
        q.and([q('stands.role', '=', 'GUARANTOR'), q('proposal_document.type', '=', 'GUARANTOR')]),
      ]),
    )
    .orderBy('stored_file.id')
    .execute();

/** Proofs of the acts registered about the client's debts, as a protest, and of their ends. */
export async function findProofsOf(db: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    key: string;
    name: string;
    created_at: string;
    proposal_id: number;
    kind: DebtAct;
  }>`
    select f.id, f.key, f.name, f.created_at, r.proposal_id, r.kind from debt_register r join stored_file f on f.id = r.file_id
    where r.client_id = ${id} and f.deleted_at is null
    union all select f.id, f.key, f.name, f.created_at, r.proposal_id, r.kind
    from debt_register r join debt_end e on e.register_id = r.id join stored_file f on f.id = e.file_id
    where r.client_id = ${id} and f.deleted_at is null order by 1`.execute(db);
  return rows;
}

/** Photographs of the repairs that the client asked for. */
export async function findRepairPhotosOf(db: Db, id: number) {
  const { rows } = await sql<{ id: number; key: string; name: string; created_at: string; proposal_id: null }>`
    select f.id, f.key, f.name, f.created_at, null as proposal_id
    from maintenance_photo ph join maintenance m on m.id = ph.maintenance_id join stored_file f on f.id = ph.file_id
    where m.client_id = ${id} and f.deleted_at is null order by f.id`.execute(db);
  return rows;
}

/** Documents of the forms by link that have the client's document. */
export async function findFormDocumentsOf(db: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    key: string;
    name: string;
    created_at: string;
    proposal_id: null;
    kind: ApplicationDocument;
  }>`
    select f.id, f.key, f.name, f.created_at, null as proposal_id, d.kind
    from application_document d join application_party p on p.id = d.party_id
      join client c on c.id = ${id} and c.cpf_cnpj = p.cpf join stored_file f on f.id = d.file_id
    where f.deleted_at is null order by f.id`.execute(db);
  return rows;
}

/** Papers that the client signed electronically, also for others. */
export async function findSignedOf(db: Db, id: number) {
  const { rows } = await sql<{ id: number; key: string; name: string; created_at: string; proposal_id: number | null }>`
    select distinct f.id, f.key, f.name, f.created_at, e.proposal_id
    from signature_signer s join signature_envelope e on e.id = s.envelope_id join client c on c.id = ${id}
      join stored_file f on f.id = e.signed_file_id
    where (s.client_id = c.id or s.cpf = c.cpf_cnpj) and f.deleted_at is null order by f.id`.execute(db);
  return rows;
}

/**
 * Deletes the client's identity documents, the proofs of acts registered about their debts and the photographs of
 * repairs that they asked for, and clears the file names. The signed contract, and what was signed electronically, stay,
 * since others signed it too. Returns the storage keys.
 */
export async function dropIdentityOf(trx: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with identity as (
      select proposal_document.file_id from proposal_document join stored_file on stored_file.id = proposal_document.file_id
        join ${roles(trx, id)} as stands using (proposal_id)
      where ${SENT_AS_TENANT(id)} and proposal_document.type not in ('CONTRACT', 'GUARANTOR')
          and not exists (select from signature_envelope e where e.signed_file_id = proposal_document.file_id)
        or stands.role = 'GUARANTOR' and proposal_document.type = 'GUARANTOR'
      union select file_id from debt_register where client_id = ${id} and file_id is not null
      union select e.file_id from debt_end e join debt_register r on r.id = e.register_id
        where r.client_id = ${id} and e.file_id is not null
      union select ph.file_id from maintenance_photo ph join maintenance m on m.id = ph.maintenance_id where m.client_id = ${id})
    update stored_file set name = 'Documento anonimizado', deleted_at = coalesce(stored_file.deleted_at, now())
    from identity where stored_file.id = identity.file_id
    returning stored_file.key`.execute(trx);
  return rows.map(({ key }) => key);
}
