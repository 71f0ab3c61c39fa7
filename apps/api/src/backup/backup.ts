import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import type { ConnectionOptions } from '../db/connect.ts';
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
 * One archive of the database and its files as of one instant, while others go on writing. Returns what is in it.
 * @throws BackupRefused when the name is taken or there is nothing to keep.
 */
export async function backUp(connection: ConnectionOptions, storage: Storage, name: string): Promise<Manifest> {
  const file = resolve(name);
  if (existsSync(file)) throw new BackupRefused(`Já existe um arquivo ${file}: escolha outro nome.`);
  const client = new Client(connection);
  await client.connect();
  try {
    await prepareSession(client);
    if ((await findTables(client)).length === 0) throw new BackupRefused('O banco de dados está vazio.');
    await mkdir(dirname(file), { recursive: true });
    const archive = await createArchive(file);
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
 * Files first: a file doesn't change, and the many are in the archive before the instant is chosen. After that only
 * what came meanwhile is missing, so that a file hardly ever goes between the instant and its turn. Where one did,
 * another instant is chosen; what is gone at two instants in which a row speaks of it was lost before.
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

/** Puts the files that are not there yet into the archive. Returns those that the storage doesn't have. */
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

/** As pg_dump does it: a migration that would change a table waits for us, and nobody else does. */
async function beginSnapshot(client: Client) {
  const tables = (await findTables(client)).map(({ name }) => `public.${escapeIdentifier(name)}`);
  await client.query('begin isolation level repeatable read, read only');
  await client.query(`lock table ${tables.join(', ')} in access share mode`);
}

type Files = { keys: ReadonlySet<string>; taken: ReadonlyMap<string, Print>; missing: ReadonlySet<string> };

/** The rows as of the instant, and the word on all of it. Ends the transaction. */
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
  // Read after the instant: a sequence may then be ahead of the rows and never behind them.
  const sequences = await findSequences(client);
  await client.query('commit');
  const files = [...keys].flatMap((key) => {
    const print = taken.get(key);
    return print ? [{ key, ...print }] : [];
  });
  return { format: FORMAT, made_at, migrations, tables, sequences, files, missing: [...missing] };
}
