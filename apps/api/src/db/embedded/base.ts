import type { Dirent } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { codeOf } from './failure.ts';
import { type Home, homeAt } from './location.ts';

/** A folder, or a file with its content, of exactly `bytes`. */
export type Part = { path: string; bytes?: number; content?: AsyncIterable<Buffer> };

/** Folders whose files PostgreSQL rebuilds at its start, or that only the running server process uses. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init[^/]*|pgsql_tmp[^/]*|backup_label(\.old)?|recovery\.signal)$/;
const CONTROL = 'global/pg_control';
const PIECE = 256 * 1024;

/** The files of a running cluster between `pg_backup_start` and `pg_backup_stop`; the control file last. */
export async function* clusterParts({ cluster, password }: Home): AsyncGenerator<Part> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const pathOf = (entry: Dirent) => relative(cluster, join(entry.parentPath, entry.name));
  for (const entry of entries.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = pathOf(entry);
    if (LEFT.test(path) || path === CONTROL) continue;
    if (entry.isDirectory() && (!EMPTIED.test(path) || path === 'pg_wal/archive_status' || path === 'pg_wal/summaries'))
      yield { path: `cluster/${path}` };
    if (entry.isFile() && !EMPTIED.test(path)) yield* filePart(join(cluster, path), `cluster/${path}`);
  }
  yield* filePart(join(cluster, CONTROL), `cluster/${CONTROL}`);
  yield bytesPart('password', await readFile(password));
}

export const bytesPart = (path: string, bytes: Buffer): Part => ({
  path,
  bytes: bytes.length,
  content: (async function* () {
    yield bytes;
  })(),
});

/** One file. A file that is dropped meanwhile is left out, since replaying the segments drops it too. */
async function* filePart(file: string, path: string): AsyncGenerator<Part> {
  const handle = await open(file).catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    const content = async function* () {
      // The file may grow or shrink meanwhile. Replaying the segments corrects it.
      for (let at = 0; at < size; ) {
        const piece = Buffer.alloc(Math.min(PIECE, size - at));
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        const used = bytesRead === 0 ? piece.length : bytesRead;
        yield piece.subarray(0, used);
        at += used;
      }
    };
    yield { path, bytes: size, content: content() };
  } finally {
    await handle.close();
  }
}

/** Where a part of a base lies in a home; undefined for a path that would leave it. */
export function partPath(home: Home, path: string): string | undefined {
  const at = join(home.folder, path);
  const isInside = path === 'password' || at.startsWith(`${homeAt(home.folder).cluster}/`);
  return isInside ? at : undefined;
}
