import { type ClientBase, escapeIdentifier } from 'pg';
import { type ConnectionOptions, PrimaryClient } from '../db/connection/primary.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { BackupRefused } from './refused.ts';
import { buildSchema, checkKnown } from './schema.ts';
import { advance, findSequences, findTables, prepareSession, readRows, refill, sumOf, writeRows } from './tables.ts';

/**
 * Copies a whole database into an empty one, and compares both table by table. Files stay in place. Returns the number
 * of rows of each table.
 * @throws BackupRefused, with nothing changed, when the source is in use or the target isn't empty.
 */
export async function moveDatabase(from: ConnectionOptions, to: ConnectionOptions): Promise<Map<string, number>> {
  const [source, target] = [new PrimaryClient(from), new PrimaryClient(to)];
  try {
    await source.connect();
    await target.connect().catch((error: Error) => {
      throw new BackupRefused(`O banco de dados de destino não responde: ${error.message}.`);
    });
    await prepareSession(source);
    await prepareSession(target);
    await lockSource(source);
    await target.query('begin');
    const rows = await copy(source, target);
    await target.query('commit');
    await target.query('analyze');
    await source.query('rollback');
    return rows;
  } finally {
    await Promise.allSettled([source.end(), target.end()]);
  }
}

/**
 * Locks the source against writes, which would be lost after the copy. Refuses when another session is connected; later
 * writers wait.
 */
async function lockSource(source: ClientBase) {
  const tables = await findTables(source);
  if (tables.length === 0) throw new BackupRefused('O banco de dados de origem está vazio.');
  // The type of a session of the role that serves is hidden from an owner that is no superuser.
  const { rows } = await source.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usesysid is not null
       and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (rows[0]?.others !== 0)
    throw new BackupRefused('Há um servidor ou um comando trabalhando neste banco de dados. Pare-o e tente de novo.');
  await source.query('begin isolation level repeatable read');
  await source.query(
    `lock table ${tables.map(({ name }) => `public.${escapeIdentifier(name)}`).join(', ')} in share mode`,
  );
}

async function copy(source: ClientBase, target: ClientBase): Promise<Map<string, number>> {
  const steps = await appliedMigrations(source);
  await checkKnown(steps);
  const tables = await buildSchema(target, steps);
  const rows = new Map<string, number>();
  await refill(target, tables, async () => {
    for (const table of tables) rows.set(table.name, await writeRows(target, table, readRows(source, table)));
  });
  await advance(target, await findSequences(source));
  for (const table of tables)
    if ((await sumOf(source, table)) !== (await sumOf(target, table)))
      throw new BackupRefused(`A cópia da tabela ${table.name} não confere com a origem. O destino ficou como estava.`);
  return rows;
}
