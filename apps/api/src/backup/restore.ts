import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DatabaseError } from 'pg';
import { type ConnectionOptions, PrimaryClient } from '../db/connection/primary.ts';
import type { Storage } from '../files/storage.ts';
import { type Archive, openArchive } from './archive.ts';
import { fromLines } from './lines.ts';
import { fileEntry, type Manifest, tableEntry } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { buildSchema, checkKnown } from './schema.ts';
import { advance, prepareSession, refill, type Table, writeRows } from './tables.ts';

export const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

/** Key of the archive, and whether only an encrypted one is taken. */
export type Trust = { key?: string | undefined; onlySealed?: boolean };

export type Place = {
  storage: Storage;
  /** Folder of the files; undefined for a bucket. */
  folder: string | undefined;
  /** Opens the database, creating it if needed. */
  open: () => Promise<{ connection: ConnectionOptions; release: () => Promise<void> }>;
};

/**
 * Restores an archive, encrypted or not, into an empty place, with the schema of its time; the next start migrates it.
 * @throws BackupRefused, with nothing changed, when the archive is damaged, newer or of another key, or the place isn't
 * empty.
 */
export async function restore(
  name: string,
  place: Place,
  { key, onlySealed = false }: Trust = {},
): Promise<Manifest & { isSealed: boolean }> {
  const archive = await openArchive(resolve(name), key);
  try {
    if (onlySealed && !archive.isSealed)
      throw new BackupRefused('Esta cópia não está criptografada, e não foi a Morada quem a pôs lá.');
    await checkKnown(archive.manifest.migrations);
    await readThrough(archive);
    await checkFolder(place.folder);
    const { connection, release } = await place.open();
    try {
      await putIn(archive, connection, place);
    } finally {
      await release();
    }
    return { ...archive.manifest, isSealed: archive.isSealed };
  } finally {
    archive.close();
  }
}

/** Verifies every byte before anything is written. */
async function readThrough({ manifest, read }: Archive) {
  for (const table of manifest.tables)
    for await (const _ of fromLines(await read(tableEntry(table.name), table), table.columns.length));
  for (const file of manifest.files) for await (const _ of await read(fileEntry(file.key), file));
}

export async function checkFolder(folder: string | undefined) {
  if (folder === undefined) return;
  const there = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (there.length > 0)
    throw new BackupRefused(`A pasta ${folder} não está vazia, e nada foi mudado nela. Escolha outra.`);
}

async function putIn(archive: Archive, connection: ConnectionOptions, { storage, folder }: Place) {
  const { manifest, read } = archive;
  const client = new PrimaryClient(connection);
  await client.connect();
  try {
    await prepareSession(client);
    await client.query('begin');
    const tables = matched(manifest, await buildSchema(client, manifest.migrations));
    try {
      await refill(client, tables, async () => {
        for (const table of tables) {
          const lines = fromLines(await read(tableEntry(table.name), table.print), table.columns.length);
          const written = await writeRows(client, table, lines);
          if (written !== table.rows)
            throw new BackupRefused(`O backup está danificado: ${table.name} não tem as linhas que diz ter.`);
        }
      });
      await advance(client, manifest.sequences);
      for (const file of manifest.files) {
        const bytes = await buffer(await read(fileEntry(file.key), file));
        await storage.put(file.key, bytes, TYPES[file.key.split('.').pop() ?? ''] ?? 'application/octet-stream');
      }
      await client.query('commit');
    } catch (error) {
      await empty(folder);
      if (!(error instanceof DatabaseError)) throw error;
      throw new BackupRefused(`O banco de dados recusou o que está no backup: ${error.message}.`);
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/**
 * Empties the folder, which was empty before the restore. A bucket is left: it may have held other files, and
 * unreferenced ones are harmless.
 */
export async function empty(folder: string | undefined) {
  if (folder === undefined) return;
  const there = await readdir(folder).catch(() => []);
  for (const name of there) await rm(join(folder, name), { recursive: true, force: true });
}

/** The archive's tables with the column types of the schema. Both come from the same migrations, so they match. */
function matched({ tables }: Manifest, schema: readonly Table[]) {
  const known = new Map(schema.map((table) => [table.name, table.columns]));
  const found = tables.map(({ name, columns, rows, bytes, sha256 }) => {
    const types = new Map(known.get(name)?.map((column) => [column.name, column.type]));
    const typed = columns.map((column) => ({ name: column, type: types.get(column) }));
    if (typed.length !== types.size || !typed.every(isTyped))
      throw new BackupRefused(`O backup está danificado: a tabela ${name} não é a desta versão.`);
    return { name, columns: typed, rows, print: { bytes, sha256 } };
  });
  if (new Set(tables.map(({ name }) => name)).size !== schema.length || tables.length !== schema.length)
    throw new BackupRefused('O backup está danificado: faltam tabelas.');
  return found;
}

const isTyped = (column: { name: string; type: string | undefined }): column is { name: string; type: string } =>
  column.type !== undefined;
