import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '#api/files/storage.ts';

export type StoredFile = { key: string; bytes: number; sha256: string };

/**
 * Stores what `write` puts into a temporary file, so that memory does not grow with its size.
 * @param kind extension and media type.
 */
export async function storeWritten<T>(
  files: Storage,
  kind: { extension: string; type: string },
  write: (path: string) => Promise<T>,
): Promise<StoredFile & { written: T }> {
  const folder = await mkdtemp(join(tmpdir(), 'morada-fiscal-'));
  try {
    const path = join(folder, 'file');
    const written = await write(path);
    const sha256 = createHash('sha256');
    await pipeline(createReadStream(path), sha256);
    const key = `fiscal/${randomBytes(16).toString('hex')}.${kind.extension}`;
    await files.putFile(key, path, kind.type);
    return { key, bytes: (await stat(path)).size, sha256: sha256.digest('hex'), written };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
