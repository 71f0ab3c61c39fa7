import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isRoot } from './account.ts';
import { findPackage, usableBinaries } from './binaries.ts';
import { checkVersion, draftsOf, flush, moveInto, readPassword, sweep, USER } from './cluster.ts';
import { SYSTEM_FOLDER } from './embedded.ts';
import { EmbeddedDatabaseError } from './failure.ts';
import type { EmbeddedPostgres } from './hold.ts';
import { DATABASE, join as joinServer, leave, PORT } from './holders.ts';
import { type Home, homeAt, locate, openFolder, restoringMark, writePointer } from './location.ts';
import { withLock } from './lock.ts';
import { type Server, startServer, stopServer } from './server.ts';
import { reachableSocket } from './socket.ts';
import { ARCHIVING, ensureSpool } from './wal.ts';

const STEP_MS = 50;
const ENDED_EARLY = /recovery ended before configured recovery target was reached/;

export type Recovery = {
  /** Checks the place, or clears what a killed recovery left in it. Runs before anything is written. */
  prepare: (wasKilled: boolean) => Promise<void>;
  /** Writes the base's files into the cluster and the password beside it, and the segments into the folder. */
  fill: (home: Home, segments: string) => Promise<void>;
  until: Temporal.Instant;
  /** Inspects the recovered database. When it throws, everything is removed. */
  inspect: (connection: EmbeddedPostgres['connection']) => Promise<void>;
};

/**
 * Makes the database of a data folder from a base and its segments, as of an instant. It is made beside its place and
 * moved there at the end.
 */
export async function recoverEmbeddedPostgres(
  dataDir: string,
  { prepare, fill, until, inspect }: Recovery,
): Promise<void> {
  const { path, made } = await openFolder(dataDir, 0o700);
  if (made && isRoot()) await chmod(path, 0o711);
  await withLock(
    join(path, 'postgres.lock'),
    () => undefined,
    async () => {
      const place = await locate(path, SYSTEM_FOLDER);
      if (place.exists) throw new EmbeddedDatabaseError(`Já há um banco de dados em ${place.home.folder}.`);
      const { account } = place;
      const binaries = await usableBinaries(await findPackage(), isRoot() ? SYSTEM_FOLDER : path, account);
      const mark = restoringMark(path);
      await prepare(existsSync(mark));
      await writeFile(mark, '', { mode: 0o600, flush: true });
      await flush(path);
      // The server of a killed recovery may still run on its draft.
      for (const draft of await draftsOf(place.drafts)) await stopServer({ home: homeAt(draft), binaries, account });
      await sweep(place.drafts);
      const home = homeAt(`${place.drafts}${randomBytes(3).toString('hex')}`);
      const segments = join(home.folder, 'segments');
      for (const folder of [home.folder, home.cluster, home.socket, segments]) await mkdir(folder, { mode: 0o700 });
      try {
        await ensureSpool(home, account);
        await fill(home, segments);
        await writeFile(join(home.cluster, 'recovery.signal'), '', { mode: 0o600 });
        if (account) await give(home.folder, account);
        await checkVersion(home, binaries);
        const server: Server = {
          home,
          binaries,
          account,
          settings: {
            ...ARCHIVING,
            hot_standby: 'off',
            restore_command: 'cp "../segments/%f" "%p"',
            recovery_target_timeline: 'current',
          },
        };
        const holder = await replay(server, until);
        try {
          await inspect({
            host: await reachableSocket(home.socket),
            port: PORT,
            user: USER,
            password: await readPassword(home),
            database: DATABASE,
          });
        } finally {
          await leave(holder, server);
        }
        await rm(segments, { recursive: true });
        await moveInto(place.home, home);
        if (place.outside) await writePointer(place);
        await rm(mark);
        await flush(path);
      } catch (error) {
        await stopServer({ home, binaries, account });
        await rm(home.folder, { recursive: true, force: true, maxRetries: 10 });
        await rm(mark, { force: true });
        throw error;
      }
    },
  );
}

/** Replays up to the instant; returns a session once the database accepts writes. */
async function replay(server: Server, until: Temporal.Instant): Promise<pg.Client> {
  const target = {
    recovery_target_time: until.toString({ fractionalSecondDigits: 6 }).replace('Z', '+00'),
    recovery_target_action: 'promote',
  };
  const words = await run({ ...server, settings: { ...server.settings, ...target } });
  if (typeof words !== 'string') return words;
  if (!ENDED_EARLY.test(words)) throw failed(words);
  // The segments reach past the instant without any commit after it, so their end is the state at the instant.
  const again = await run(server);
  if (typeof again === 'string') throw failed(again);
  return again;
}

const failed = (words: string) =>
  new EmbeddedDatabaseError(`O PostgreSQL não conseguiu chegar ao instante pedido:\n${words}`);

/** Starts the server. Returns a session, or the last lines of its log if it ended. */
async function run(server: Server): Promise<pg.Client | string> {
  const start = await startServer(server);
  for (;;) {
    const answer = await joinServer(server);
    if ('holder' in answer) return answer.holder;
    if (start.ended()) return start.lastWords();
    await pause(STEP_MS);
  }
}

async function give(folder: string, { uid, gid }: { uid: number; gid: number }) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  await lchown(folder, uid, gid);
}
