import type { Insertable, Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { Movimentation } from '#api/db/schema.ts';

export const insertMovimentation = (trx: Db, movimentation: Insertable<Movimentation>) =>
  trx.insertInto('movimentation').values(movimentation).returningAll().executeTakeFirstOrThrow();

export const lockMovimentation = (trx: Db, id: number) =>
  trx
    .selectFrom('movimentation')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const updateMovimentation = (trx: Db, id: number, changes: Updateable<Movimentation>) =>
  trx
    .updateTable('movimentation')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
