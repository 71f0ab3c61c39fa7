import type { Db } from '../context.ts';

/** The staff member of the demonstration. */
export type Staff = { id: number; name: string };

export const findStaff = (db: Db, email: string): Promise<Staff> =>
  db.selectFrom('admin_user').select(['id', 'name']).where('email', '=', email).executeTakeFirstOrThrow();
