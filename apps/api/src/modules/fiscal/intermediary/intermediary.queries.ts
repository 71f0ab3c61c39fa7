import type { NoteChannel } from '@morada/domain/fiscal/service-note';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { NoteIntermediary } from '#api/db/schema.ts';

export const findIntermediary = (db: Db) => db.selectFrom('note_intermediary').selectAll().executeTakeFirst();

export const lockIntermediary = (trx: Db) =>
  trx.selectFrom('note_intermediary').selectAll().forUpdate().executeTakeFirst();

export const putIntermediary = (trx: Db, saved: Insertable<NoteIntermediary>) =>
  trx
    .insertInto('note_intermediary')
    .values(saved)
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ ...saved, version: sql`note_intermediary.version + 1` }),
    )
    .execute();

export const resealIntermediary = (trx: Db, sealed: Updateable<NoteIntermediary>) =>
  trx.updateTable('note_intermediary').set(sealed).execute();

export const deleteIntermediary = (trx: Db) => trx.deleteFrom('note_intermediary').executeTakeFirst();

/** Whether notes of an environment wait for an answer of the intermediary. */
export async function hasUnderWay(trx: Db, environment: DpsEnvironment): Promise<boolean> {
  const via: NoteChannel = 'FOCUS';
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from service_note where via = ${via} and environment = ${environment} and state in ('SENDING', 'RECALLING', 'CANCELING')) as has`.execute(
    trx,
  );
  return rows[0]?.has ?? false;
}
