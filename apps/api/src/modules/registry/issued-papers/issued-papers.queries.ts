import type { Insertable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { IssuedPaper } from '#api/db/schema.ts';

export const insertPaper = (trx: Db, paper: Insertable<IssuedPaper>) =>
  trx.insertInto('issued_paper').values(paper).execute();

/** Code of a paper of the same figures that was issued to the person on the day. */
export const findSame = (
  db: Db,
  { client_id, issued_on, sha256 }: Pick<IssuedPaper, 'client_id' | 'issued_on' | 'sha256'>,
) =>
  db
    .selectFrom('issued_paper')
    .select('code')
    .where('client_id', '=', client_id)
    .where('issued_on', '=', issued_on)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const findPaper = (db: Db, code: string) =>
  db
    .selectFrom('issued_paper')
    .select(['kind', 'code', 'issued_on', 'figures', 'sha256'])
    .where('code', '=', code)
    .executeTakeFirst();
