import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { common, type Problem } from '@morada/contract/base/problem';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { onDemand } from '../base/on-demand.ts';

/** Files by key, `image/full/0f3a….jpg`. Keys are generated and never reused, so a stored file is immutable. */
export type Storage = {
  /** Resolves once the bytes are durable: only then may a row refer to them. On failure nothing is left. */
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** The same of a large file on this machine, which is never held in memory as a whole. */
  putFile: (key: string, path: string, type: string) => Promise<void>;
  /** Rejects with `FileMissing` when the file doesn't exist. */
  stream: (key: string) => Promise<Readable>;
  /** Durable, like `put`. */
  copy: (from: string, to: string) => Promise<void>;
  /** Removes a file; a missing one is ignored. */
  remove: (key: string) => Promise<void>;
  /** Files under a folder such as `document`, with their time of creation. */
  list: (folder: string) => AsyncIterable<{ key: string; since: Date }>;
};

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/**
 * For a `catch` on `stream`: a missing file becomes the given problem. Any other error is a fault of the storage, and
 * stays one.
 */
export const whenMissing =
  (problem: () => Problem) =>
  (error: unknown): never => {
    throw error instanceof FileMissing ? problem() : error;
  };

/** Folder of the files; undefined for a bucket. */
export const filesFolder = ({ STORAGE_URL, DATA_DIR }: { STORAGE_URL?: string; DATA_DIR: string }) =>
  STORAGE_URL?.startsWith('s3://') ? undefined : resolve(STORAGE_URL ?? `${DATA_DIR}/files`);

/** A folder, unless `STORAGE_URL` names a bucket: `s3://KEY:SECRET@HOST/BUCKET?region=REGION`. */
export function openStorage(settings: { STORAGE_URL?: string; DATA_DIR: string }): Storage {
  const location = filesFolder(settings);
  if (location === undefined) return onDisk(new Disk(bucket(new URL(settings.STORAGE_URL ?? ''))));
  return onDisk(new Disk(new FSDriver({ location, visibility: 'private' })), {
    // Syncs the file: without it, a power cut could lose the bytes after the row was committed.
    settle: async (key) => {
      const file = await open(resolve(location, key));
      await file.sync().finally(() => file.close());
    },
    // The library returns the stream before it knows whether the file exists.
    opened: (stream) => once(stream, 'open'),
  });
}

/** Options of a client of the bucket that the address names. */
export const bucketOptions = ({ username, password, host, searchParams }: URL) => ({
  credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  endpoint: `${searchParams.get('insecure') === null ? 'https' : 'http'}://${host}`,
  region: searchParams.get('region') ?? 'us-east-1',
  forcePathStyle: true,
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  // Other implementations of S3 don't support Amazon's newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
});

const s3 = onDemand<typeof import('flydrive/drivers/s3')>('flydrive/drivers/s3');

function bucket(url: URL) {
  const { S3Driver } = s3();
  return new S3Driver({
    ...bucketOptions(url),
    bucket: url.pathname.replace(/^\//, ''),
    supportsACL: false,
    visibility: 'private',
  });
}

type Ways = { settle?: (key: string) => Promise<void>; opened?: (stream: Readable) => Promise<unknown> };

const onDisk = (disk: Disk, { settle = async () => {}, opened = async () => {} }: Ways = {}): Storage => ({
  put: (key, bytes, type) => stored(disk, key, settle, () => disk.put(key, bytes, { contentType: type })),
  putFile: (key, path, type) => stored(disk, key, settle, () => disk.copyFromFs(path, key, { contentType: type })),
  async stream(key) {
    const stream = await disk.getStream(key).catch(unwrapError);
    await opened(stream).catch(unwrapError);
    return stream;
  },
  async copy(from, to) {
    await disk.copy(from, to).catch(unwrapError);
    await settle(to);
  },
  remove: (key) => disk.delete(key).catch(unwrapError),
  async *list(folder) {
    let paginationToken: string | undefined;
    do {
      const page = await disk
        .listAll(folder, { recursive: true, paginationToken })
        .catch(unwrapError)
        .catch(unlessMissing);
      for (const object of page?.objects ?? []) {
        // A bucket lists by prefix, which may match another folder.
        const isUnder = object.isFile && object.key.startsWith(`${folder}/`);
        const facts = isUnder && (await object.getMetaData().catch(unwrapError).catch(unlessMissing));
        if (facts) yield { key: object.key, since: facts.lastModified };
      }
      paginationToken = page?.paginationToken;
    } while (paginationToken);
  },
});

async function stored(disk: Disk, key: string, settle: (key: string) => Promise<void>, write: () => Promise<void>) {
  try {
    await write();
    await settle(key);
  } catch (error) {
    // Frees the space of the partial file; the original error is reported.
    await disk.delete(key).catch(() => {});
    unwrapError(error);
  }
}

/** A missing folder, or a file deleted meanwhile. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}

/** Unwraps the library's error, for callers that check its cause. */
function unwrapError(error: unknown): never {
  const { cause = error } = error as { cause?: unknown };
  const { code, name, $metadata } = cause as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } };
  if (code === 'ENOSPC' || code === 'EDQUOT') throw common.NO_ROOM();
  if (code === 'ENOENT' || name === 'NoSuchKey') throw new FileMissing('no such file', { cause });
  if (name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500) throw common.UNAVAILABLE();
  throw cause;
}

/**
 * Cleanup for a `catch` inside the transaction that inserts these files' rows: removes the files and rethrows. Never
 * use it outside: when the commit itself fails, the rows may exist. A file that can't be removed is harmless.
 */
export const removeOnFailure =
  (files: Storage, keys: readonly string[]) =>
  async (error: unknown): Promise<never> => {
    await Promise.allSettled(keys.map((key) => files.remove(key)));
    throw error;
  };
