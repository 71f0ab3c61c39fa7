import type { ClientBase } from 'pg';
import { applyMigration, knownMigrations, type Migration, prepareMigrations } from '../db/migrate.ts';
import { BackupRefused } from './refused.ts';
import { findTables, isEmpty, type Table } from './tables.ts';

/** @throws BackupRefused when these steps are not all known to this version, by name and text. */
export async function checkKnown(steps: readonly Migration[]): Promise<void> {
  const known = new Map((await knownMigrations()).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of steps) {
    if (!known.has(name))
      throw new BackupRefused(
        `Estes dados são de uma versão mais nova da Morada (${name}). Atualize o sistema e tente de novo.`,
      );
    if (known.get(name) !== checksum)
      throw new BackupRefused(`Estes dados são de outra versão da Morada: ${name} tem outro texto nesta.`);
  }
}

/**
 * The schema as it was after exactly these steps, within the caller's transaction on an empty database.
 * @throws BackupRefused when the database isn't empty.
 */
export async function buildSchema(client: ClientBase, steps: readonly Migration[]): Promise<Table[]> {
  if (!(await isEmpty(client)))
    throw new BackupRefused(
      'O banco de dados de destino não está vazio, e nada foi mudado nele. Escolha outra pasta (DATA_DIR) ou um banco novo (DATABASE_URL).',
    );
  const wanted = new Set(steps.map(({ name }) => name));
  await prepareMigrations(client);
  for (const migration of await knownMigrations())
    if (wanted.has(migration.name)) await applyMigration(client, migration);
  await client.query('set constraints all immediate');
  return findTables(client);
}
