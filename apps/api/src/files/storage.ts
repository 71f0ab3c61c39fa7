import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { common } from '@morada/contract/problem';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';

/** Files by key, `image/full/0f3a….jpg`. A key is made by us and never reused, so a file once put doesn't change. */
export type Storage = {
  /** Resolves when the bytes are safely down: only then may a row speak of them. Otherwise nothing of them is left. */
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** Rejects with `FileMissing` when there is no such file. */
  stream: (key: string) => Promise<Readable>;
  /** Safely down, as by `put`. */
  copy: (from: string, to: string) => Promise<void>;
  /** What is gone already is no error. */
  remove: (key: string) => Promise<void>;
  /** What lies under `document`, and since when. */
  list: (folder: string) => AsyncIterable<{ key: string; since: Date }>;
};

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** The folder in which files lie; undefined when they lie in a bucket. */
export const filesFolder = ({ STORAGE_URL, DATA_DIR }: { STORAGE_URL?: string; DATA_DIR: string }) =>
  STORAGE_URL?.startsWith('s3://') ? undefined : resolve(STORAGE_URL ?? `${DATA_DIR}/files`);

/** A folder unless `STORAGE_URL` names a bucket: `s3://KEY:SECRET@HOST/BUCKET?region=REGION`. */
export function openStorage(settings: { STORAGE_URL?: string; DATA_DIR: string }): Storage {
  const location = filesFolder(settings);
  if (location === undefined) return onDisk(new Disk(bucket(new URL(settings.STORAGE_URL ?? ''))));
  return onDisk(new Disk(new FSDriver({ location, visibility: 'private' })), {
    // The library leaves the bytes with the system; a power cut would take them after the row was committed.
    settle: async (key) => {
      const file = await open(resolve(location, key));
      await file.sync().finally(() => file.close());
    },
    // The library hands out the stream before it knows whether there is a file.
    opened: (stream) => once(stream, 'open'),
  });
}

function bucket({ username, password, host, pathname, searchParams }: URL) {
  return new S3Driver({
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    endpoint: `${searchParams.get('insecure') === null ? 'https' : 'http'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.replace(/^\//, ''),
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
    // Amazon's newer checksums are unknown to other makes of this storage.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

type Ways = { settle?: (key: string) => Promise<void>; opened?: (stream: Readable) => Promise<unknown> };

const onDisk = (disk: Disk, { settle = async () => {}, opened = async () => {} }: Ways = {}): Storage => ({
  async put(key, bytes, type) {
    try {
      await disk.put(key, bytes, { contentType: type });
      await settle(key);
    } catch (error) {
      // The beginning of a file takes room where there may be none; what goes wrong with it says nothing new.
      await disk.delete(key).catch(() => {});
      asItWas(error);
    }
  },
  async stream(key) {
    const stream = await disk.getStream(key).catch(asItWas);
    await opened(stream).catch(asItWas);
    return stream;
  },
  async copy(from, to) {
    await disk.copy(from, to).catch(asItWas);
    await settle(to);
  },
  remove: (key) => disk.delete(key).catch(asItWas),
  async *list(folder) {
    let paginationToken: string | undefined;
    do {
      const page = await disk.listAll(folder, { recursive: true, paginationToken }).catch(asItWas).catch(unlessMissing);
      for (const object of page?.objects ?? []) {
        // A bucket's list begins with letters, not with a folder.
        const isUnder = object.isFile && object.key.startsWith(`${folder}/`);
        const facts = isUnder && (await object.getMetaData().catch(asItWas).catch(unlessMissing));
        if (facts) yield { key: object.key, since: facts.lastModified };
      }
      paginationToken = page?.paginationToken;
    } while (paginationToken);
  },
});

/** No folder yet, or a file that went meanwhile. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}

/** The library wraps what went wrong; whoever asked hears of it as it was. */
function asItWas(error: unknown): never {
  const { cause = error } = error as { cause?: unknown };
  const { code, name, $metadata } = cause as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } };
  if (code === 'ENOSPC' || code === 'EDQUOT') throw common.NO_ROOM();
  if (code === 'ENOENT' || name === 'NoSuchKey') throw new FileMissing('no such file', { cause });
  if (name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500) throw common.UNAVAILABLE();
  throw cause;
}

/**
 * For the `catch` of what makes rows of these files, inside its transaction: they go, and the error goes on. Never outside:
 * where the commit itself fails nobody knows whether the rows are there. One that can't be reached stays; it harms nobody.
 */
export const dropping =
  (files: Storage, keys: readonly string[]) =>
  async (error: unknown): Promise<never> => {
    await Promise.allSettled(keys.map((key) => files.remove(key)));
    throw error;
  };
