import { Problem } from '@morada/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../context.ts';

/** Does the work in a savepoint. A refusal is rolled back and returned; any other error is thrown. */
export async function attempt(trx: Db, work: () => Promise<unknown>): Promise<Problem | undefined> {
  await sql`savepoint attempt`.execute(trx);
  try {
    await work();
    await sql`release savepoint attempt`.execute(trx);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint attempt`.execute(trx);
    return error;
  }
}
