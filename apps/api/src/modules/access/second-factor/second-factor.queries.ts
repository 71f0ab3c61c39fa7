import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';

export const findFactor = (db: Db, id: number) =>
  db
    .selectFrom('second_factor')
    .select(['secret', 'pending', 'since'])
    .select((q) =>
      q
        .selectFrom('recovery_code')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('recovery_code.admin_user_id', '=', 'second_factor.admin_user_id')
        .as('recovery_codes_left'),
    )
    .where('admin_user_id', '=', id)
    .executeTakeFirst();

/** Locks the factor, which serialises attempts of one person across servers. */
export const lockFactor = (trx: Db, id: number) =>
  trx.selectFrom('second_factor').selectAll().where('admin_user_id', '=', id).forUpdate().executeTakeFirst();

export const isRequired = async (db: Db) => (await readAgency(db, ['require_second_factor'])).require_second_factor;

export const findEmail = async (db: Db, id: number) =>
  (await db.selectFrom('admin_user').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

/** Stores a pending secret; the present one stays in use until the new one is confirmed. */
export const beginFactor = (trx: Db, admin_user_id: number, pending: string) =>
  trx
    .insertInto('second_factor')
    .values({ admin_user_id, pending })
    .onConflict((conflict) => conflict.column('admin_user_id').doUpdateSet({ pending }))
    .execute();

/** A block of factors after this person, with a value that isn't sealed with the current key; locked. */
export const lockSealedOtherwise = (trx: Db, prefix: string, after: number, limit: number) =>
  trx
    .selectFrom('second_factor')
    .select(['admin_user_id', 'secret', 'pending'])
    .where('admin_user_id', '>', after)
    .where(({ eb, or, fn, val, not }) =>
      or([
        not(eb(fn<boolean>('starts_with', ['secret', val(prefix)]), '=', true)),
        not(eb(fn<boolean>('starts_with', ['pending', val(prefix)]), '=', true)),
      ]),
    )
    .orderBy('admin_user_id')
    .limit(limit)
    .forUpdate()
    .execute();

type Secrets = { id: number; secret: string | null; pending: string | null };

export const replaceSecrets = (trx: Db, rows: readonly Secrets[]) =>
  sql`update second_factor f set secret = v.secret, pending = v.pending
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, secret text, pending text)
    where f.admin_user_id = v.id`.execute(trx);

type Confirmed = { secret: string; last_step: number; recovery_salt: Buffer };

export const confirmFactor = (trx: Db, id: number, confirmed: Confirmed) =>
  trx
    .updateTable('second_factor')
    .set({ ...confirmed, pending: null, since: sql`now()` })
    .where('admin_user_id', '=', id)
    .execute();

export async function replaceCodes(trx: Db, admin_user_id: number, hashes: Buffer[]) {
  await trx.deleteFrom('recovery_code').where('admin_user_id', '=', admin_user_id).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ admin_user_id, code_hash })))
    .execute();
}

export const setSalt = (trx: Db, id: number, recovery_salt: Buffer) =>
  trx.updateTable('second_factor').set({ recovery_salt }).where('admin_user_id', '=', id).execute();

export const setStep = (trx: Db, id: number, last_step: number) =>
  trx.updateTable('second_factor').set({ last_step }).where('admin_user_id', '=', id).execute();

export const consumeRecoveryCode = async (trx: Db, id: number, code_hash: Buffer) =>
  (await trx
    .deleteFrom('recovery_code')
    .where('admin_user_id', '=', id)
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .executeTakeFirst()) !== undefined;

export const deleteFactor = (trx: Db, id: number) =>
  trx
    .deleteFrom('second_factor')
    .where('admin_user_id', '=', id)
    .where('secret', 'is not', null)
    .returning('admin_user_id')
    .executeTakeFirst();
