import { createHash } from 'node:crypto';
import { lstat, mkdir, readlink, rename, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, EmbeddedDatabaseError } from './failure.ts';

/** System limit of a socket path: 104 bytes on macOS and 108 on Linux, including the terminating null. */
const MAX_PATH_LENGTH = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** The socket's folder by a path short enough to connect: its own, or a link to it in a private folder. */
export async function reachableSocket(folder: string): Promise<string> {
  if (fits(folder)) return folder;
  const uid = process.getuid?.() ?? 0;
  const candidates = [...new Set([tmpdir(), '/tmp'])].map((base) => join(base, `morada-${uid}`));
  const print = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const shortcuts = candidates.find((candidate) => fits(join(candidate, print)));
  if (!shortcuts) throw new EmbeddedDatabaseError(`O caminho da pasta do banco de dados é longo demais: ${folder}.`);
  await ensurePrivate(shortcuts, uid);
  return ensureLink(join(shortcuts, print), folder);
}

const fits = (folder: string) => Buffer.byteLength(folder + SOCKET_NAME) <= MAX_PATH_LENGTH;

/**
 * The temporary folder is world-writable: a folder prepared by another user could redirect connections to their server.
 */
async function ensurePrivate(folder: string, uid: number) {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return;
  throw new EmbeddedDatabaseError(`A pasta temporária ${folder} não é só nossa. Apague-a e tente de novo.`);
}

async function ensureLink(path: string, target: string) {
  if ((await readlink(path).catch(() => undefined)) === target) return path;
  const draft = `${path}.${process.pid}`;
  await symlink(target, draft);
  await rename(draft, path);
  return path;
}
