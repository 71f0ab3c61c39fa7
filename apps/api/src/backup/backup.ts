import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type Client, escapeIdentifier } from 'pg';
import { type ConnectionOptions, PrimaryClient } from '../db/connection/primary.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { FileMissing, type Storage } from '../files/storage.ts';
import { createArchive, type Print } from './archive.ts';
import { findFileKeys } from './kept-files.ts';
import { asLines } from './lines.ts';
import { FORMAT, fileEntry, type Manifest, tableEntry } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { findSequences, findTables, prepareSession, readRows } from './tables.ts';

const ROUNDS = 10;

type Writer = Awaited<ReturnType<typeof createArchive>>;

/**
 * Archives the database and its files as of one instant, without blocking writers; encrypted when there is a key.
 * Returns the manifest.
 * @throws BackupRefused when the name is taken or there is nothing to back up.
 */
export async function backUp(
  connection: ConnectionOptions,
  storage: Storage,
  name: string,
  key?: string,
): Promise<Manifest> {
  const file = resolve(name);
  if (existsSync(file)) throw new BackupRefused(`Já existe um arquivo ${file}: escolha outro nome.`);
  const client = new PrimaryClient(connection);
  await client.connect();
  try {
    await prepareSession(client);
    if ((await findTables(client)).length === 0) throw new BackupRefused('O banco de dados está vazio.');
    await mkdir(dirname(file), { recursive: true });
    const archive = await createArchive(file, key);
    try {
      const manifest = await fill(archive, client, storage);
      await archive.finish(manifest);
      return manifest;
    } catch (error) {
      await archive.giveUp();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/**
 * Archives files before it takes the snapshot: files are immutable, so afterwards only new ones are missing, and a file
 * is rarely deleted between the snapshot and its turn. If one was, a new snapshot is taken. A file missing in two
 * snapshots that refer to it was lost before.
 */
async function fill(archive: Writer, client: Client, storage: Storage): Promise<Manifest> {
  const taken = new Map<string, Print>();
  let missing = await take(archive, storage, await findFileKeys(client), taken);
  for (let round = 0; round < ROUNDS; round += 1) {
    await beginSnapshot(client);
    const keys = await findFileKeys(client);
    const gone = await take(archive, storage, keys, taken);
    if (gone.isSubsetOf(missing)) return describe(archive, client, { keys, taken, missing: gone });
    missing = gone;
    await client.query('rollback');
  }
  throw new BackupRefused('Arquivos demais são apagados neste momento: tente de novo daqui a pouco.');
}

/** Archives the files not archived yet. Returns the keys that the storage doesn't have. */
async function take(archive: Writer, storage: Storage, keys: ReadonlySet<string>, taken: Map<string, Print>) {
  const missing = new Set<string>();
  for (const key of keys) {
    if (taken.has(key)) continue;
    const stream = await storage.stream(key).catch((error) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    if (stream) taken.set(key, await archive.add(fileEntry(key), stream, { stored: true }));
    else missing.add(key);
  }
  return missing;
}

/** Locks tables like pg_dump: only a migration that changes one waits; reads and writes go on. */
async function beginSnapshot(client: Client) {
  const tables = (await findTables(client)).map(({ name }) => `public.${escapeIdentifier(name)}`);
  await client.query('begin isolation level repeatable read, read only');
  await client.query(`lock table ${tables.join(', ')} in access share mode`);
}

type Files = { keys: ReadonlySet<string>; taken: ReadonlyMap<string, Print>; missing: ReadonlySet<string> };

/** Archives the rows of the snapshot and the manifest, and ends the transaction. */
async function describe(archive: Writer, client: Client, { keys, taken, missing }: Files): Promise<Manifest> {
  const made_at = new Date().toISOString();
  const migrations = await appliedMigrations(client);
  const tables: Manifest['tables'] = [];
  for (const table of await findTables(client)) {
    let rows = 0;
    const counted = async function* () {
      for await (const batch of readRows(client, table)) {
        rows += batch.length;
        yield batch;
      }
    };
    const print = await archive.add(tableEntry(table.name), Readable.from(asLines(counted())));
    tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows, ...print });
  }
  // Read after the snapshot: sequences may then be ahead of the rows, never behind.
  const sequences = await findSequences(client);
  await client.query('commit');
  const files = [...keys].flatMap((key) => {
    const print = taken.get(key);
    return print ? [{ key, ...print }] : [];
  });
  return { format: FORMAT, made_at, migrations, tables, sequences, files, missing: [...missing] };
}
