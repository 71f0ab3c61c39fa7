import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** Writes some bytes as any change would, and deletes those of the last minutes. */
export const writeProbe = (db: Db, filler: string) =>
  sql`with old as (delete from write_probe where at < now() - interval '1 minute')
    insert into write_probe (filler) values (${filler})`.execute(db);
