import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';

/** Files by key, `property/0f3a….jpg`. A key is made by us and never reused, so a file once put doesn't change. */
export type Storage = {
  /** Resolves when the bytes are safely down: only then may a row speak of them. */
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** Rejects when there is no such file. */
  stream: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
};

/** A folder unless `STORAGE_URL` names a bucket: `s3://KEY:SECRET@HOST/BUCKET?region=REGION`. */
export function openStorage({ STORAGE_URL, DATA_DIR }: { STORAGE_URL?: string; DATA_DIR: string }): Storage {
  if (STORAGE_URL?.startsWith('s3://')) return onDisk(new Disk(bucket(new URL(STORAGE_URL))));
  const location = resolve(STORAGE_URL ?? `${DATA_DIR}/files`);
  return onDisk(new Disk(new FSDriver({ location, visibility: 'private' })), async (key) => {
    // The library leaves the bytes with the system; a power cut would take them after the row was committed.
    const file = await open(resolve(location, key));
    await file.sync().finally(() => file.close());
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
  });
}

const onDisk = (disk: Disk, settle: (key: string) => Promise<void> = async () => {}): Storage => ({
  async put(key, bytes, type) {
    await disk.put(key, bytes, { contentType: type });
    await settle(key);
  },
  stream: (key) => disk.getStream(key),
  remove: (key) => disk.delete(key),
});
