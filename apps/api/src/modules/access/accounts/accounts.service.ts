import type { Db } from '#api/context.ts';
import * as queries from './accounts.queries.ts';

export const { insertUser, insertGroup } = queries;

/** Creates the account of an administrator. Runs inside the caller's transaction. */
export async function insertAdministrator(
  trx: Db,
  admin: { name: string; email: string; password_hash: string; group_id: number },
) {
  const { id } = await queries.insertUser(trx, admin);
  return { id, name: admin.name };
}

/** Sets the password that the person chose. */
export const setChosenPassword = (db: Db, id: number, passwordHash: string) =>
  queries.setChosenPassword(db, id, passwordHash);
