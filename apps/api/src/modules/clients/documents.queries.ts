import { sql } from 'kysely';
import type { Db } from '../../context.ts';
import { roles } from './links.queries.ts';

/**
 * Documents of the client's contracts that belong to the client: a tenant's own, a guarantor's own, and the signed
 * contract.
 */
export const findDocumentsOf = (db: Db, id: number) =>
  db
    .selectFrom(roles(db, id).as('stands'))
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
    .where((q) =>
      q.or([
        q('proposal_document.type', '=', 'CONTRACT'),
        q.and([q('stands.role', '=', 'TENANT'), q('proposal_document.type', '<>', 'GUARANTOR')]),
        q.and([q('stands.role', '=', 'GUARANTOR'), q('proposal_document.type', '=', 'GUARANTOR')]),
      ]),
    )
    .orderBy('stored_file.id')
    .execute();

/**
 * Deletes the client's identity documents and clears their file names. The signed contract stays, since the other party
 * signed it too. Returns the storage keys.
 */
export async function dropIdentityOf(trx: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update stored_file set name = 'Documento anonimizado', deleted_at = coalesce(stored_file.deleted_at, now())
    from proposal_document join ${roles(trx, id)} as stands using (proposal_id)
    where stored_file.id = proposal_document.file_id and (
      stands.role = 'TENANT' and proposal_document.type not in ('CONTRACT', 'GUARANTOR')
      or stands.role = 'GUARANTOR' and proposal_document.type = 'GUARANTOR')
    returning stored_file.key`.execute(trx);
  return rows.map(({ key }) => key);
}
