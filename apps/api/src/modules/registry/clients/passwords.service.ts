import type { Db } from '#api/context.ts';
import * as queries from './clients.queries.ts';

/** Sets the client's password of the client area. Runs inside the caller's transaction. */
export const setPassword = (trx: Db, id: number, passwordHash: string) => queries.setPassword(trx, id, passwordHash);
