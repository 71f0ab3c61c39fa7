import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import type { ConnectionOptions } from './connect.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number, the same in every process: whoever migrates holds it. */
const LOCK = 5_207_311;

/** Brings the database forward, each file in a transaction of its own. Returns the names of those applied now. */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const pending: string[] = [];

    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known)
        throw new Error(`A migração ${name} já foi aplicada com outro texto: migrações só andam para a frente.`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      pending.push(name);
    }
    return pending;
  } finally {
    await client.end();
  }
}
