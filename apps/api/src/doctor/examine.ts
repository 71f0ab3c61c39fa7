import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Finding } from '@morada/contract/desk/doctor';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { readBackupKey } from '../backup/key.ts';
import { openOffsite } from '../backup/offsite.ts';
import { readCatalogue } from '../backup/point-in-time/catalogue.ts';
import { archiveKey, withDrafts } from '../backup/point-in-time/pack.ts';
import { waitingIn } from '../backup/point-in-time/shipper.ts';
import { openStore, type Store } from '../backup/point-in-time/store.ts';
import { datedOf, timeOf } from '../backup/rotation.ts';
import { readBackupState } from '../backup/state.ts';
import { civilDay } from '../base/clock.ts';
import { reasonOf } from '../base/reason.ts';
import { secretSeal } from '../base/secrets/sealed-secret.ts';
import { readSecretsKeys } from '../base/secrets/secrets-key.ts';
import type { Settings } from '../base/settings.ts';
import { POOL_SIZE } from '../db/connection/connect.ts';
import { type ConnectionOptions, PrimaryClient } from '../db/connection/primary.ts';
import { appliedMigrations, knownMigrations } from '../db/migrate.ts';
import { filesFolder, openStorage } from '../files/storage.ts';
import { checkMailServer } from '../outside/mail.ts';
import { readCertificate } from './certificate.ts';
import {
  type ArchiverFacts,
  type DatabaseFacts,
  judgeAddresses,
  judgeArchive,
  judgeArchiver,
  judgeBackups,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeJump,
  judgeMail,
  judgeNode,
  judgeNoteCertificates,
  judgeReplication,
  judgeRights,
  judgeRole,
  judgeSchema,
  judgeSecrets,
  judgeStorage,
  judgeTrials,
  judgeWorkedDay,
  type ReplicationFacts,
  type RoleFacts,
  wrong,
} from './judge.ts';
import { findNoteCertificates } from './note-certificates.ts';
import { countForeignSecrets } from './secrets.ts';

/** Time for each service to answer. */
const PATIENCE_MS = 5_000;

/** What a check asks for, with a default time limit and the system's certificates. */
type Means = { within?: number; ca?: string };

/**
 * Checks the installation, changing nothing but a probe file that is removed again. A database that could not be opened
 * is given as its error.
 */
export async function examine(
  settings: Settings,
  database: ConnectionOptions | Error,
  { within = PATIENCE_MS, ca }: Means = {},
): Promise<Finding[]> {
  const now = new Date();
  const parts = [
    [judgeNode(process.versions.node)],
    examineDatabase(database, within, settings),
    examineFolders(settings),
    examineBackups(settings, now, within),
    examineArchive(settings, now, within),
    examineStorage(settings, within),
    examineMail(settings, within),
    judgeAddresses(settings),
    examineCertificate(settings, now, { within, ...(ca && { ca }) }),
    judgeTrials(settings),
  ];
  return (await Promise.all(parts)).flat();
}

/** For the server: calls at the same time share one examination. */
export function openDoctor(settings: Settings, connection: ConnectionOptions): () => Promise<Finding[]> {
  let running: Promise<Finding[]> | undefined;
  return () => {
    running ??= examine(settings, connection).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function examineDatabase(
  database: ConnectionOptions | Error,
  within: number,
  settings: Settings,
): Promise<Finding[]> {
  const isOutside = settings.DATABASE_URL !== undefined;
  // Makes no key: a restore may bring one.
  const keys = await readSecretsKeys(settings, { create: false });
  const secrets = { problem: keys.problem, hasKey: keys.key !== undefined, isEmbedded: !isOutside };
  if (database instanceof Error) return [wrong(database.message), ...judgeSecrets({ ...secrets, foreign: 0 })];
  const client = new PrimaryClient({ ...database, connectionTimeoutMillis: within, query_timeout: within });
  // A connection that breaks is reported by the query.
  client.on('error', () => {});
  try {
    await client.connect();
    const facts = await databaseFacts(client);
    const asked = Date.now();
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const answered = Date.now();
    const clock = judgeClock((rows[0]?.ms ?? 0) - (asked + answered) / 2, (answered - asked) / 2);
    const outside = isOutside
      ? [judgeRole(await roleFacts(client)), judgeArchiver(await archiverFacts(client), new Date())]
      : [];
    const replication = database.primary ? [judgeReplication(await replicationFacts(client))] : [];
    const foreign = await countForeignSecrets(client, secretSeal(keys).keyIds);
    return [
      ...judgeDatabase(facts, POOL_SIZE),
      clock,
      ...(await examineJump(client)),
      ...(await examineWorkedDay(client, civilDay(settings.CLOCK)())),
      await examineSchema(client),
      ...outside,
      ...replication,
      ...judgeSecrets({ ...secrets, foreign }),
      ...judgeNoteCertificates(await findNoteCertificates(client), civilDay(settings.CLOCK)()),
    ];
  } catch (error) {
    return [
      wrong(`O banco de dados não responde (${reasonOf(error)}): confira DATABASE_URL, e se o PostgreSQL está no ar.`),
      ...judgeSecrets({ ...secrets, foreign: 0 }),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Rows of `pg_stat_replication` are visible to every role, their columns are not. */
async function replicationFacts(client: PrimaryClient): Promise<ReplicationFacts> {
  const { rows } = await client.query<ReplicationFacts>(
    `select (select count(*)::int from pg_stat_replication) as standbys,
       current_setting('synchronous_standby_names') <> '' as is_synchronous`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('no row');
  return facts;
}

async function databaseFacts(client: PrimaryClient): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
       pg_encoding_to_char(encoding) as encoding,
       coalesce(datcollversion <> pg_database_collation_actual_version(pg_database.oid), false) as is_stale,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
         nullif(datconnlimit, -1), nullif(rolconnlimit, -1)
       ) as connections
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('no row about the database');
  return facts;
}

async function roleFacts(client: PrimaryClient): Promise<RoleFacts> {
  const { rows } = await client.query<RoleFacts>(
    `select rolname as role, rolcreaterole or rolcreatedb as makes_roles,
       rolsuper or pg_has_role('pg_execute_server_program', 'member')
         or pg_has_role('pg_read_server_files', 'member') or pg_has_role('pg_write_server_files', 'member') as is_superuser,
       exists (select from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(relowner, 'member')) as owns_tables,
       has_schema_privilege('public', 'create') as makes_tables
     from pg_roles where rolname = current_user`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('no row about the role');
  return facts;
}

async function archiverFacts(client: PrimaryClient): Promise<ArchiverFacts> {
  const { rows } = await client.query<
    Omit<ArchiverFacts, 'archived' | 'failed'> & Record<'archived' | 'failed', string | null>
  >(
    `select current_setting('wal_level') as wal_level, current_setting('archive_mode') as archive_mode,
       coalesce(nullif(current_setting('archive_command', true), '(disabled)'), '') <> ''
         or coalesce(current_setting('archive_library', true), '') <> '' as has_command,
       last_archived_time as archived, last_failed_time as failed
     from pg_stat_archiver`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('no row about the archiver');
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return { ...facts, archived: time(facts.archived), failed: time(facts.failed) };
}

async function examineArchive(settings: Settings, now: Date, within: number): Promise<Finding[]> {
  const { WAL_ARCHIVE_URL, DATA_DIR } = settings;
  if (!WAL_ARCHIVE_URL || !existsSync(DATA_DIR)) return [];
  const store = openStore(WAL_ARCHIVE_URL);
  const { place } = store;
  const waiting = await waitingIn(DATA_DIR, now);
  const names = await inTime(store.list(), within).catch((error: unknown) => reasonOf(error));
  if (typeof names === 'string')
    return judgeArchive(
      { place, problem: names, keyProblem: undefined, newestBase: undefined, newestSegment: undefined, waiting },
      now,
    );
  const { bases, segments } = readCatalogue(names);
  const newest = Math.max(...segments.map(({ closed }) => closed.epochMilliseconds));
  const base = bases.at(-1);
  return judgeArchive(
    {
      place,
      problem: undefined,
      keyProblem: names.length > 0 ? await archiveKeyProblem(settings, store, within) : undefined,
      newestBase: base && new Date(base.stopped.epochMilliseconds),
      newestSegment: segments.length > 0 ? new Date(newest) : undefined,
      waiting,
    },
    now,
  );
}

/** Why the operator's key doesn't open the archive's key. A missing operator's key is reported with the backups. */
async function archiveKeyProblem(settings: Settings, store: Store, within: number): Promise<string | undefined> {
  const passphrase = await readBackupKey(settings).catch(() => undefined);
  if (passphrase === undefined) return undefined;
  const opening = withDrafts(resolve(settings.DATA_DIR), (drafts) => archiveKey(store, passphrase, drafts));
  return inTime(opening, within).then(() => undefined, reasonOf);
}

async function examineSchema(client: PrimaryClient): Promise<Finding> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migration') is not null as exists`,
  );
  return judgeSchema(rows[0]?.exists ? await appliedMigrations(client) : [], await knownMigrations());
}

/** A clock that was ahead and set back leaves records of the future. Before the migrations there are none. */
async function examineJump(client: PrimaryClient): Promise<Finding[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.trail') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ ahead: number }>(
    `select extract(epoch from at - clock_timestamp())::float8 * 1000 as ahead from trail order by id desc limit 1`,
  );
  return judgeJump(rows[0]?.ahead ?? 0);
}

async function examineWorkedDay(client: PrimaryClient, today: CalendarDate): Promise<Finding[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.worked_day') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ day: CalendarDate }>(`select day::text as day from worked_day`);
  return judgeWorkedDay(rows[0]?.day, today);
}

async function examineFolders(settings: Settings): Promise<Finding[]> {
  const dataDir = resolve(settings.DATA_DIR);
  const files = filesFolder(settings);
  const state = await readBackupState(settings.DATA_DIR);
  // Under root PostgreSQL runs as another account, which passes through this folder.
  const wanted = { [dataDir]: process.getuid?.() === 0 ? '711' : '700', ...(files && { [files]: '700' }) };
  const found: Finding[] = [];
  /** By disk, so that a disk with several of the folders is checked once. */
  const disks = new Map<number, { place: string; needed: number }>();
  for (const [folder, mode] of Object.entries(wanted)) {
    const facts = await stat(folder).catch(() => undefined);
    // Missing when database and files are elsewhere: the folder is created when it is needed.
    if (!facts) continue;
    const writable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    found.push(judgeRights(folder, { mode: facts.mode, writable }, mode));
    if (!disks.has(facts.dev)) disks.set(facts.dev, { place: folder, needed: 0 });
  }
  const backup = state && (await stat(state.file).catch(() => undefined));
  if (backup) {
    // The server's systemd unit may deny it this folder. The backup's age shows whether the backup command can write.
    found.push(judgeRights(state.file, { mode: backup.mode, writable: true }, '600'));
    disks.set(backup.dev, { place: dirname(state.file), needed: backup.size });
  }
  for (const { place, needed } of disks.values()) {
    const { bsize, bavail, blocks } = await statfs(place);
    found.push(judgeDisk(place, { free: bsize * bavail, total: bsize * blocks }, needed));
  }
  return found;
}

async function examineBackups(settings: Settings, now: Date, within: number): Promise<Finding[]> {
  const state = await readBackupState(settings.DATA_DIR);
  const key = await readBackupKey(settings).then(
    (text) => ({ hasKey: text !== undefined, keyProblem: undefined }),
    (error: Error) => ({ hasKey: false, keyProblem: error.message }),
  );
  const offsite = await offsiteFacts(settings, within);
  const isGone = state !== undefined && existsSync(dirname(state.file)) && !existsSync(state.file);
  return judgeBackups({ state, isGone, ...key, offsite }, now);
}

async function offsiteFacts({ BACKUP_URL, STORAGE_URL }: Settings, within: number) {
  if (!BACKUP_URL) return undefined;
  const { place, list } = openOffsite(BACKUP_URL);
  const bucketOf = (address: string) => {
    const { host, pathname } = new URL(address);
    return `${host}/${pathname.split('/')[1]}`;
  };
  const isStorage = STORAGE_URL?.startsWith('s3:') === true && bucketOf(STORAGE_URL) === bucketOf(BACKUP_URL);
  try {
    const newest = datedOf([...(await inTime(list(), within)).keys()]).at(-1);
    return { place, isStorage, newest: newest === undefined ? undefined : timeOf(newest), problem: undefined };
  } catch (error) {
    const isRefusal = error instanceof Error && error.message.includes(place);
    const problem = isRefusal
      ? error.message
      : `O bucket de BACKUP_URL (${place}) não está disponível: ${reasonOf(error)}.`;
    return { place, isStorage, newest: undefined, problem };
  }
}

/** Stores, reads and removes a file: rights to list or read alone would not show a full or read-only place. */
async function examineStorage(settings: Settings, within: number): Promise<Finding[]> {
  const folder = filesFolder(settings);
  // The first file makes the folder; a restore wants it empty.
  if (folder !== undefined && !existsSync(folder)) return [];
  const place = folder ?? bucketName(settings.STORAGE_URL ?? '');
  const storage = openStorage(settings);
  const key = `doctor-${randomUUID()}.txt`;
  const bytes = Buffer.from(key);
  const probe = async () => {
    await storage.put(key, bytes, 'text/plain');
    const read = await buffer(await storage.stream(key));
    await storage.remove(key);
    if (!read.equals(bytes)) throw new Error('o que foi lido não é o que foi gravado');
  };
  return inTime(probe(), within).then(
    () => [judgeStorage(place)],
    (error) => [judgeStorage(place, reasonOf(error))],
  );
}

function bucketName(address: string) {
  const { host, pathname } = new URL(address);
  return host + pathname;
}

async function examineMail({ SMTP_URL }: Settings, within: number): Promise<Finding> {
  if (!SMTP_URL) return judgeMail(undefined);
  const { host } = new URL(SMTP_URL);
  return checkMailServer(SMTP_URL, within).then(
    () => judgeMail(host),
    (error) => judgeMail(host, reasonOf(error)),
  );
}

async function examineCertificate(
  { PUBLIC_URL }: Settings,
  now: Date,
  means: { within: number; ca?: string },
): Promise<Finding[]> {
  if (!PUBLIC_URL?.startsWith('https:')) return [];
  const url = new URL(PUBLIC_URL);
  return [judgeCertificate(url.host, await readCertificate(url, means), now)];
}

async function inTime<Result>(work: Promise<Result>, within: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('sem resposta')), within);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
