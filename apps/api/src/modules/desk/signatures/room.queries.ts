import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** A signer with the envelope; undefined: there is none of the number. */
export const findRoom = (db: Db, id: number) =>
  db
    .selectFrom('signature_signer as s')
    .innerJoin('signature_envelope as e', 'e.id', 's.envelope_id')
    .innerJoin('stored_file as f', 'f.id', 'e.file_id')
    .leftJoin('stored_file as g', 'g.id', 'e.signed_file_id')
    .select(['s.id', 's.envelope_id', 's.role', 's.name', 's.capacity', 's.cpf', 's.email', 's.phone', 's.channel'])
    .select(['s.state', 's.link_version', 's.link_until', 's.read_at', 's.code_until', 's.code_tries', 's.code_hash'])
    .select(['s.signature_kind', 's.signature_data', 's.signed_at', 's.refused_at', 's.reason'])
    .select(['e.kind', 'e.title', 'e.state as envelope_state', 'e.provider', 'e.in_order', 'e.deadline', 'e.accepted'])
    .select([
      'e.sha256',
      'e.signed_sha256',
      'e.check_code',
      'e.withdrawn_by',
      'e.file_id',
      'e.pages',
      'f.key',
      'g.key as signed_key',
    ])
    // The channel by which the last code went.
    .select((q) =>
      q
        .selectFrom('signature_event as v')
        .select('v.channel')
        .whereRef('v.signer_id', '=', 's.id')
        .where('v.kind', '=', 'CODE_SENT')
        .orderBy('v.id', 'desc')
        .limit(1)
        .as('code_channel'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst();
export type RoomRow = NonNullable<Awaited<ReturnType<typeof findRoom>>>;

export const findRoomSigners = (db: Db, envelopeId: number) =>
  db
    .selectFrom('signature_signer')
    .select(['id', 'role', 'name', 'capacity', 'state', 'signed_at', 'turn'])
    .where('envelope_id', '=', envelopeId)
    .orderBy('turn')
    .orderBy('id')
    .execute();

/** False when it was read before, or is not theirs to read any more. */
export async function saveRead(trx: Db, id: number): Promise<boolean> {
  const saved = await trx
    .updateTable('signature_signer')
    .set({ read_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .where('read_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** The code takes the place of the one before. False when it is no longer theirs to sign. */
export async function saveCode(trx: Db, id: number, code: { code_hash: string; code_until: Date }): Promise<boolean> {
  const saved = await trx
    .updateTable('signature_signer')
    .set((q) => ({ ...code, code_tries: 0, codes_sent: q('codes_sent', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** A code that reached nobody holds no more. */
export const dropCode = (db: Db, id: number, code_hash: string) =>
  db
    .updateTable('signature_signer')
    .set({ code_hash: null, code_until: null })
    .where('id', '=', id)
    .where('code_hash', '=', code_hash)
    .execute();

/** Counts a try of the code that still holds; undefined: there is none, or it was tried too often. */
export const countCodeTry = (db: Db, id: number, most: number) =>
  db
    .updateTable('signature_signer')
    .set((q) => ({ code_tries: q('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_tries', '<', most)
    .where('code_until', '>', sql<string>`now()`)
    .returning(['code_hash', 'code_tries'])
    .executeTakeFirst();

/** Uses the code up. False: another request used it, or asked for another. */
export async function useCode(trx: Db, id: number, code_hash: string): Promise<boolean> {
  const used = await trx
    .updateTable('signature_signer')
    .set({ code_hash: null, code_until: null })
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .where('read_at', 'is not', null)
    .where('code_hash', '=', code_hash)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
