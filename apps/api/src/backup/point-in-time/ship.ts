import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import type { Settings } from '../../base/settings.ts';
import { embeddedDataLocation, embeddedOwner } from '../../db/embedded/embedded.ts';
import type { Home } from '../../db/embedded/location.ts';
import { readSpool } from '../../db/embedded/wal.ts';
import { LOCKS } from '../../db/locks.ts';
import { FileMissing, openStorage, type Storage } from '../../files/storage.ts';
import { findFileKeys } from '../kept-files.ts';
import { readBackupKey } from '../key.ts';
import { BackupRefused } from '../refused.ts';
import { writeBase } from './base.ts';
import {
  type Base,
  baseName,
  type Catalogue,
  isBaseDue,
  keptFileName,
  keysName,
  oldestKept,
  outdatedNames,
  readCatalogue,
  segmentName,
  segmentPrefix,
} from './catalogue.ts';
import { archiveKey, fetchPacked, sendPacked, withDrafts } from './pack.ts';
import { openStore, type Store } from './store.ts';

const SEGMENT = /^[0-9A-F]{24}$/;

type Line = {
  client: Client;
  home: Home;
  store: Store;
  storage: Storage;
  key: string;
  drafts: string;
  system: string;
  timeline: string;
  segmentSize: number;
};
export type Shipped = { segments: number; files: number; base: Base | undefined; removed: number };

/**
 * Sends the segments in the spool, after the files that their rows may name, and makes a base when one is due or `base`
 * is set. Only one process ships at a time: while another does, returns undefined, or with `wait` waits for it.
 * @throws BackupRefused
 */
export async function ship(settings: Settings, { base = false, wait = false } = {}): Promise<Shipped | undefined> {
  const { WAL_ARCHIVE_URL: address, WAL_ARCHIVE_KEEP: keep, DATA_DIR } = settings;
  const passphrase = await readBackupKey(settings);
  const home = await embeddedDataLocation(resolve(DATA_DIR));
  if (address === undefined || passphrase === undefined || !home)
    throw new BackupRefused('O arquivo contínuo pede WAL_ARCHIVE_URL, a chave dos backups e o banco embutido.');
  const client = new Client(await embeddedOwner(home));
  // A connection that breaks is reported by the query.
  client.on('error', () => {});
  await client.connect();
  try {
    if (wait) await client.query('select pg_advisory_lock($1)', [LOCKS.walArchive]);
    else if (!(await isFree(client))) return undefined;
    return await withDrafts(resolve(DATA_DIR), async (drafts) => {
      const store = openStore(address);
      const key = await archiveKey(store, passphrase, drafts, { make: true });
      const line = { client, home, store, storage: openStorage(settings), key, drafts, ...(await clusterOf(client)) };
      return work(line, { base, keep });
    });
  } finally {
    await client.end();
  }
}

async function isFree(client: Client) {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCKS.walArchive]);
  return rows[0]?.free === true;
}

async function clusterOf(client: Client) {
  const { rows } = await client.query<{ system: string; timeline: string; segment_size: number; mode: string }>(
    `select system_identifier::text as system, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
       (select setting::int from pg_settings where name = 'wal_segment_size') as segment_size,
       current_setting('archive_mode') as mode
     from pg_control_system()`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('no row about the cluster');
  if (facts.mode === 'off')
    throw new BackupRefused(
      'O banco de dados foi iniciado sem WAL_ARCHIVE_URL: pare o servidor e os comandos da Morada, e inicie de novo.',
    );
  return { system: facts.system, timeline: facts.timeline, segmentSize: facts.segment_size };
}

async function work(line: Line, { base, keep }: { base: boolean; keep: number }): Promise<Shipped> {
  const { store, system } = line;
  const before = readCatalogue(await store.list());
  const archived = new Set(before.files.filter((file) => file.system === system).map(({ key }) => key));
  const sent = await send(line, archived);
  const catalogue = sent.segments > 0 ? readCatalogue(await store.list()) : before;
  if (!base && !isBaseDue(catalogue, line, Temporal.Now.instant())) return { ...sent, base: undefined, removed: 0 };
  const draft = join(line.drafts, 'base.enc');
  const facts = await writeBase(line.client, line.home, draft, line.key);
  // The base's segments are sent before the base, so that every base in the archive can be restored.
  const after = await send(line, archived);
  const made = { ...facts, name: baseName(facts) };
  const keys = [...(await findFileKeys(line.client))];
  await sendPacked(store, line.key, keysName(made.name), Buffer.from(JSON.stringify(keys)), line.drafts);
  await store.send(draft, made.name);
  const removed = await prune(line, readCatalogue(await store.list()), keep);
  return { segments: sent.segments + after.segments, files: sent.files + after.files, base: made, removed };
}

/** Sends files before segments, so that rows of a segment name archived files only, except files already removed. */
async function send(line: Line, archived: Set<string>): Promise<{ segments: number; files: number }> {
  const spool = await readSpool(line.home);
  const files = await sendFiles(line, archived);
  for (const { name, path, closed } of spool) {
    await sendSegment(line, name, await readFile(path), Temporal.Instant.fromEpochMilliseconds(closed.getTime()));
    await rm(path);
  }
  return { segments: spool.length, files };
}

async function sendFiles(line: Line, archived: Set<string>): Promise<number> {
  const { client, storage, store, key, system, drafts } = line;
  const day = Temporal.Now.instant().toString().slice(0, 10);
  let count = 0;
  for (const name of await findFileKeys(client)) {
    if (archived.has(name)) continue;
    const bytes = await storage.stream(name).then(buffer, (error) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    // Removed meanwhile, or lost before.
    if (!bytes) continue;
    await sendPacked(store, key, keptFileName({ system, day, key: name }), bytes, drafts);
    archived.add(name);
    count += 1;
  }
  return count;
}

async function sendSegment(line: Line, file: string, bytes: Buffer, closed: Temporal.Instant) {
  const { store, key, system, drafts, segmentSize } = line;
  if (SEGMENT.test(file) && !isSegmentOf(bytes, file, line))
    throw new BackupRefused(
      `O segmento ${file} na fila do arquivo contínuo tem ${bytes.length} bytes e não é o que diz ser (esperados ${segmentSize}).`,
    );
  const [there] = await store.list(segmentPrefix(system, file));
  if (there === undefined) return sendPacked(store, key, segmentName({ system, file, closed }), bytes, drafts);
  // PostgreSQL archives a segment again when it was killed before it recorded the first time.
  if ((await fetchPacked(store, key, there, drafts)).equals(bytes)) return;
  throw new BackupRefused(
    `Já há outro ${file} em ${store.place}: dois bancos escrevem no mesmo arquivo contínuo. Dê outra pasta a este em WAL_ARCHIVE_URL.`,
  );
}

/** Compares length, WAL address and cluster identifier, as in the segment's first page (`XLogLongPageHeaderData`). */
function isSegmentOf(bytes: Buffer, file: string, { system, segmentSize }: Line): boolean {
  if (bytes.length !== segmentSize) return false;
  const number = (from: number) => BigInt(Number.parseInt(file.slice(from, from + 8), 16));
  const address = number(8) * 0x1_0000_0000n + number(16) * BigInt(segmentSize);
  return bytes.readBigUInt64LE(8) === address && bytes.readBigUInt64LE(24).toString() === system;
}

async function prune({ store, key, drafts }: Line, catalogue: Catalogue, keep: number): Promise<number> {
  const named = new Map<string, ReadonlySet<string>>();
  for (const { name, system } of oldestKept(catalogue, keep)) {
    const text = await fetchPacked(store, key, keysName(name), drafts);
    named.set(system, new Set(JSON.parse(text.toString()) as string[]));
  }
  const old = outdatedNames(catalogue, keep, named);
  for (const name of old) await store.remove(name);
  return old.length;
}
