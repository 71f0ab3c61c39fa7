import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { Settings } from '../../base/settings.ts';
import type { ConnectionOptions } from '../../db/connection/primary.ts';
import { recoverEmbeddedPostgres } from '../../db/embedded/recover.ts';
import { FileMissing, filesFolder, openStorage, type Storage } from '../../files/storage.ts';
import { findFileKeys } from '../kept-files.ts';
import { readBackupKey } from '../key.ts';
import { BackupRefused } from '../refused.ts';
import { checkFolder, empty, TYPES } from '../restore.ts';
import { unpackBase } from './base.ts';
import { type Base, type KeptFile, planRestore, readCatalogue, type Segment } from './catalogue.ts';
import { archiveKey, fetchPacked, withDrafts } from './pack.ts';
import { openStore, type Store } from './store.ts';

export type RestoredAt = { base: Base; segments: number; files: number; missing: string[] };

/**
 * Restores the embedded database and its files as of an instant into an empty `DATA_DIR`. The database is made from
 * verified files beside its place, and moved there at the end.
 * @throws BackupRefused, EmbeddedDatabaseError, with nothing changed.
 */
export async function restoreAt(
  settings: Settings,
  at: Temporal.Instant,
  inspect: (connection: ConnectionOptions) => Promise<void> = async () => {},
): Promise<RestoredAt> {
  const { WAL_ARCHIVE_URL: address, DATA_DIR } = settings;
  const passphrase = await readBackupKey(settings);
  if (address === undefined || passphrase === undefined)
    throw new BackupRefused('Para voltar a um instante faltam WAL_ARCHIVE_URL e a chave dos backups.');
  const folder = filesFolder(settings);
  const dataDir = resolve(DATA_DIR);
  const store = openStore(address);
  const catalogue = readCatalogue(await store.list());
  const plan = planRestore(catalogue, at, Temporal.Now.instant());
  const { base } = plan;
  const histories = catalogue.segments.filter(
    ({ system, file }) => system === base.system && file.endsWith('.history'),
  );
  const kept = catalogue.files.filter(({ system }) => system === base.system);
  const storage = openStorage(settings);
  let files = { count: 0, missing: [] as string[] };
  let isWriting = false;
  try {
    await recoverEmbeddedPostgres(dataDir, {
      until: at,
      // A killed restore began with an empty folder, so all files in it are its own and may be removed.
      prepare: (wasKilled) => (wasKilled ? empty(folder) : checkFolder(folder)),
      fill: (home, segments) =>
        withDrafts(home.folder, async (drafts) => {
          const key = await archiveKey(store, passphrase, drafts);
          await fetchSegments(store, key, [...histories, ...plan.segments], segments, drafts);
          const draft = join(drafts, 'base.enc');
          await store.fetch(base.name, draft);
          await unpackBase(draft, key, home).catch((error) => {
            throw error instanceof BackupRefused
              ? new BackupRefused(`${base.name} em ${store.place}: ${error.message}`)
              : error;
          });
        }),
      inspect: async (connection) => {
        isWriting = true;
        files = await withDrafts(dataDir, async (drafts) => {
          const key = await archiveKey(store, passphrase, drafts);
          return putFiles(connection, { store, key, drafts, kept, storage });
        });
        await inspect(connection);
      },
    });
  } catch (error) {
    if (isWriting) await empty(folder);
    throw error;
  }
  return { base, segments: plan.segments.length, files: files.count, missing: files.missing };
}

async function fetchSegments(store: Store, key: string, wanted: Segment[], folder: string, drafts: string) {
  for (const { name, file } of wanted)
    await writeFile(join(folder, file), await fetchPacked(store, key, name, drafts), { mode: 0o600 });
}

type Means = { store: Store; key: string; drafts: string; kept: KeptFile[]; storage: Storage };

/** Brings back each file that the restored rows name. Returns the keys of those that neither place has. */
async function putFiles(connection: ConnectionOptions, { store, key, drafts, kept, storage }: Means) {
  const client = new Client(connection);
  await client.connect();
  const keys = await findFileKeys(client).finally(() => client.end());
  const archived = new Map(kept.map((file) => [file.key, file.name]));
  const missing: string[] = [];
  for (const one of keys) {
    const name = archived.get(one);
    if (name !== undefined) {
      const type = TYPES[one.split('.').pop() ?? ''] ?? 'application/octet-stream';
      await storage.put(one, await fetchPacked(store, key, name, drafts), type);
    } else if (!(await isThere(storage, one))) missing.push(one);
  }
  return { count: keys.size - missing.length, missing };
}

/** Whether the storage still has a file that the archive lacks, as a bucket may. */
async function isThere(storage: Storage, key: string) {
  const stream = await storage.stream(key).catch((error) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  stream?.destroy();
  return stream !== undefined;
}
