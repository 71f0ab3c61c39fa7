import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../context.ts';
import { writeProbe } from '../db/connection/write-probe.ts';

/** Interval of the trial writes. */
const EVERY_MS = 30_000;
const PROBE_BYTES = 65_536;

/** The disk is full, over its quota, read-only or broken: codes of the system and of PostgreSQL (disk full, I/O error). */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100', '58030'];

/** Tries to write, in the database and in the folders of this machine. */
export type Room = {
  /** Whether the last trial could write. */
  isWritable: () => boolean;
  /** Tries now. */
  probe: () => Promise<void>;
  close: () => void;
};

type Log = { error: (facts: object, message: string) => void; info: (message: string) => void };

/** @param folders those that exist are tried. */
export function openRoom(
  db: Db,
  { folders, log, everyMs = EVERY_MS }: { folders: readonly string[]; log: Log; everyMs?: number },
): Room {
  let writable = true;
  let running: Promise<void> | undefined;

  async function attempt() {
    const failure = await failureOf([
      () => writeProbe(db, randomBytes(PROBE_BYTES / 4).toString('hex')),
      ...folders.map((folder) => () => writeFile(folder)),
    ]);
    if (failure) log.error({ err: failure }, 'no room to write');
    else if (!writable) log.info('room to write again');
    writable = failure === undefined;
  }

  const probe = () => {
    running ??= attempt().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(probe, everyMs).unref();
  void probe();
  return { isWritable: () => writable, probe, close: () => clearInterval(timer) };
}

/** The first failure for want of room. A database that is away or busy says nothing about its disk. */
async function failureOf(writes: readonly (() => Promise<unknown>)[]): Promise<unknown> {
  for (const write of writes) {
    try {
      await write();
    } catch (error) {
      if (NO_ROOM.includes(String((error as { code?: unknown }).code))) return error;
    }
  }
  return undefined;
}

async function writeFile(folder: string) {
  if (!(await stat(folder).catch(() => undefined))) return;
  const path = join(folder, `.prova-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.write(randomBytes(PROBE_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
