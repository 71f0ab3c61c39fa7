import type { Db } from '../context.ts';

/** The one of the staff who works in the demonstration. */
export type Staff = { id: number; name: string };

export const findStaff = (db: Db, email: string): Promise<Staff> =>
  db.selectFrom('admin_user').select(['id', 'name']).where('email', '=', email).executeTakeFirstOrThrow();
