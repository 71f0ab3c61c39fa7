import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onDemand } from '../base/on-demand.ts';
import { reasonOf } from '../base/reason.ts';
import { bucketOptions } from '../files/storage.ts';
import { BackupRefused } from './refused.ts';
import { datedOf, outdated } from './rotation.ts';

const library = onDemand<typeof import('@aws-sdk/client-s3')>('@aws-sdk/client-s3');

/** Bytes of a part, which is held in memory so that it can be sent again. */
const PART = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Copies of backups in the bucket of `BACKUP_URL`: `s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION`. */
export type Offsite = {
  /** Host and bucket, for messages. */
  place: string;
  /** Copies there, by name, with their bytes; with `start`, those whose names begin so. */
  list: (start?: string) => Promise<Map<string, number>>;
  /** Copies a file. It is there as a whole or not at all. */
  send: (file: string, name: string) => Promise<void>;
  /** Brings a copy back, by name or the newest. Returns its name. */
  fetch: (name: string | undefined, file: string) => Promise<string>;
  remove: (name: string) => Promise<void>;
  /** Removes the oldest dated copies beyond the newest `keep`. Returns the removed names. */
  rotate: (keep: number) => Promise<string[]>;
};

export function openOffsite(address: string, { part = PART, setting = 'BACKUP_URL' } = {}): Offsite {
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    ListObjectsV2Command,
    S3Client,
    S3ServiceException,
    UploadPartCommand,
  } = library();
  const url = new URL(address);
  const [Bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const place = [url.host, Bucket, ...folders].join('/');
  const options = bucketOptions(url);
  const client = new S3Client({
    ...options,
    // A part takes minutes on a slow line; a connection without any byte for a minute is dead.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 600_000, socketTimeout: 60_000 },
  });

  async function list(start = '') {
    const found = new Map<string, number>();
    let ContinuationToken: string | undefined;
    do {
      const page = await client
        .send(new ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken }))
        .catch(refuse);
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        if (Key.startsWith(prefix)) found.set(Key.slice(prefix.length), Size);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    return found;
  }

  async function send(file: string, name: string) {
    if ((await list(name)).has(name)) throw new BackupRefused(`Já existe ${name} em ${place}: escolha outro nome.`);
    const target = { Bucket, Key: prefix + name };
    const { UploadId } = await client
      .send(new CreateMultipartUploadCommand({ ...target, ContentType: 'application/octet-stream' }))
      .catch(refuse);
    try {
      const { parts, size } = await sendParts(file, { ...target, UploadId });
      await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }));
      const there = (await list(name)).get(name);
      if (there !== size) throw new Error(`${there ?? 0} de ${size} bytes`);
    } catch (error) {
      // Parts of an upload that is neither completed nor aborted occupy space and appear in no list.
      await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
      refuse(error);
    }
  }

  async function sendParts(file: string, target: { Bucket: string; Key: string; UploadId: string | undefined }) {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const step = Math.max(part, Math.ceil(size / MAX_PARTS));
      const bytes = Buffer.allocUnsafe(Math.min(step, size));
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let from = 0; from < size; from += step) {
        const { bytesRead } = await handle.read(bytes, 0, Math.min(step, size - from), from);
        const Body = bytes.subarray(0, bytesRead);
        const PartNumber = parts.length + 1;
        const ContentMD5 = createHash('md5').update(Body).digest('base64');
        const { ETag } = await client.send(new UploadPartCommand({ ...target, PartNumber, Body, ContentMD5 }));
        parts.push({ PartNumber, ETag });
      }
      return { parts, size };
    } finally {
      await handle.close();
    }
  }

  async function fetch(wanted: string | undefined, file: string) {
    const name = wanted ?? datedOf([...(await list()).keys()]).at(-1);
    const isThere = name !== undefined && (await list(name)).has(name);
    const there = isThere ? [] : [...(await list()).keys()];
    if (!isThere)
      throw new BackupRefused(`Não há ${name ?? 'um backup'} em ${place}. Há: ${there.join(', ') || 'nada'}.`);
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }));
      await pipeline(Body as Readable, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    } catch (error) {
      refuse(error);
    }
    return name;
  }

  async function remove(name: string) {
    await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name })).catch(refuse);
  }

  async function rotate(keep: number) {
    const old = outdated([...(await list()).keys()], keep);
    for (const name of old) await remove(name);
    return old;
  }

  function refuse(error: unknown): never {
    if (error instanceof BackupRefused) throw error;
    const said = error instanceof S3ServiceException ? `${error.name}: ${error.message}` : reasonOf(error);
    throw new BackupRefused(`O bucket de ${setting} (${place}) não está disponível: ${said}.`);
  }

  return { place, list, send, fetch, remove, rotate };
}
