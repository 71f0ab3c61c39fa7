import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const envelopes = (db: Db) =>
  db
    .selectFrom('signature_envelope as e')
    .leftJoin('signature_envelope as before', 'before.id', 'e.corrects_id')
    .select(['e.id', 'e.kind', 'e.state', 'e.provider', 'e.accepted', 'e.sealed', 'e.sha256', 'e.signed_sha256'])
    .select(['e.check_code as code', 'e.ended_at', 'before.check_code as corrects'])
    .select(sql<number>`jsonb_array_length(e.pages)`.as('pages'))
    .where('e.state', 'in', ['SEALING', 'SIGNED']);

/** A paper that all have signed, by its code. */
export const findByCode = (db: Db, code: string) => envelopes(db).where('e.check_code', '=', code).executeTakeFirst();

/** The newest paper that all have signed and whose file has the hash, before its signatures or with them. */
export const findByHash = (db: Db, sha256: string) =>
  envelopes(db)
    .where((q) => q.or([q('e.signed_sha256', '=', sha256), q('e.sha256', '=', sha256)]))
    .orderBy('e.id', 'desc')
    .executeTakeFirst();

export const findWhoSigned = (db: Db, envelopeId: number) =>
  db
    .selectFrom('signature_signer')
    .select(['name', 'role', 'cpf', 'signed_at'])
    .where('envelope_id', '=', envelopeId)
    .where('state', '=', 'SIGNED')
    .orderBy('signed_at')
    .orderBy('id')
    .execute();

/** Signed papers in place of one, the newest last. */
export const findCorrections = (db: Db, envelopeId: number) =>
  db
    .selectFrom('signature_envelope')
    .select(['check_code as code', 'ended_at'])
    .where('corrects_id', '=', envelopeId)
    .where('state', '=', 'SIGNED')
    .orderBy('id')
    .execute();
