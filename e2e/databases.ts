import { connect } from '../apps/api/src/db/connection/connect.ts';
import type { ConnectionOptions } from '../apps/api/src/db/connection/primary.ts';

/** A migrated database without records, which others are cloned from. */
export const EMPTY = 'empty_model';

/** The run's own database, as the role that owns its tables. */
export const runDatabase = (): ConnectionOptions => JSON.parse(process.env.E2E_DATABASE ?? '{}');

/** A clone of a database to which nothing is connected. */
export async function cloneDatabase(model: string, name: string) {
  const { db, pool } = connect(runDatabase(), 1);
  await pool.query(`create database ${name} template ${model} strategy file_copy`).finally(() => db.destroy());
}

/** Connection of the role that owns a database's tables, which alone may alter them. */
export const ownerOf = (database: string) => connect({ ...runDatabase(), database }, 1).db;

/** Settings of a server for this database, which lies beside the run's own on the same PostgreSQL. */
export const databaseSettings = (name: string) => ({
  DATABASE_URL: addressOf(name, JSON.parse(process.env.E2E_SERVING ?? '{}')),
  MIGRATION_DATABASE_URL: addressOf(name, runDatabase()),
  // Banks and mail of stories listen on this machine.
  INTERNAL_ADDRESSES: 'allow',
});

function addressOf(name: string, { host = '', port, user, password }: ConnectionOptions): string {
  const place = new URL(`postgres://localhost/${name}`);
  Object.assign(place, { username: user, password });
  place.searchParams.set('host', host);
  place.searchParams.set('port', String(port));
  return place.href;
}
