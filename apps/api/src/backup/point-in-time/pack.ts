import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { BackupRefused } from '../refused.ts';
import { openSealed, seal } from '../seal.ts';
import { KEY_NAME } from './catalogue.ts';
import type { Store } from './store.ts';

/** Low cost of scrypt: the archive's key is random and can't be guessed, and each segment would take half a second. */
export const RANDOM_KEY = { log2N: 6, r: 8, p: 1 };
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A folder for drafts, removed after the work. */
export async function withDrafts<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, 'wal-archive-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends content encrypted. Its name, length and checksum are within, so that none passes for another. */
export async function sendPacked(store: Store, key: string, name: string, bytes: Buffer, drafts: string) {
  const head = Buffer.from(`${JSON.stringify({ name, bytes: bytes.length, sha256: hashOf(bytes) })}\n`);
  const packed = await compress(Buffer.concat([head, bytes]));
  const draft = join(drafts, 'sent.enc');
  await writeSealed(draft, Readable.from([packed]), key);
  await store.send(draft, name);
  await rm(draft);
}

export async function writeSealed(file: string, content: Readable, key: string, cost?: typeof RANDOM_KEY) {
  await pipeline(
    content,
    (chunks: AsyncIterable<Buffer>) => seal(chunks, key, cost ?? RANDOM_KEY),
    createWriteStream(file, { mode: 0o600 }),
  );
  const handle = await open(file);
  await handle.sync().finally(() => handle.close());
}

/** @throws BackupRefused when it is cut, changed, another's or not encrypted. */
export async function fetchPacked(store: Store, key: string, name: string, drafts: string): Promise<Buffer> {
  const draft = join(drafts, 'fetched.enc');
  await rm(draft, { force: true });
  await store.fetch(name, draft);
  const sealed = await openSealed(draft, key).catch((error) => {
    throw error instanceof BackupRefused ? new BackupRefused(`${name} em ${store.place}: ${error.message}`) : error;
  });
  const broken = () => new BackupRefused(`${name} em ${store.place} foi alterado ou não é desta Morada.`);
  if (!sealed) throw broken();
  try {
    const whole = await decompress(await buffer(sealed.read(0, sealed.size))).catch(() => Buffer.alloc(0));
    const end = whole.indexOf(10);
    if (end < 0) throw broken();
    const head = JSON.parse(whole.toString('utf8', 0, end)) as { name: string; bytes: number; sha256: string };
    const bytes = whole.subarray(end + 1);
    if (head.name !== name || head.bytes !== bytes.length || head.sha256 !== hashOf(bytes)) throw broken();
    return bytes;
  } finally {
    await sealed.close();
    await rm(draft, { force: true });
  }
}

/**
 * The random key of the archive, which the operator's key opens; made with the first use when `make` is set.
 * @throws BackupRefused when the operator's key is another.
 */
export async function archiveKey(store: Store, passphrase: string, drafts: string, { make = false } = {}) {
  const draft = join(drafts, KEY_NAME);
  await rm(draft, { force: true });
  if ((await store.list(KEY_NAME)).length === 0) {
    if (!make) throw new BackupRefused(`Não há arquivo contínuo em ${store.place}: falta ${KEY_NAME}.`);
    const secret = randomBytes(32).toString('base64url');
    await pipeline(
      Readable.from([Buffer.from(secret)]),
      (chunks) => seal(chunks, passphrase),
      createWriteStream(draft),
    );
    await store.send(draft, KEY_NAME);
    return secret;
  }
  await store.fetch(KEY_NAME, draft);
  const sealed = await openSealed(draft, passphrase).catch((error) => {
    throw error instanceof BackupRefused ? new BackupRefused(`${KEY_NAME} em ${store.place}: ${error.message}`) : error;
  });
  if (!sealed)
    throw new BackupRefused(`${KEY_NAME} em ${store.place} não está criptografado: não foi a Morada quem o pôs lá.`);
  const secret = (await buffer(sealed.read(0, sealed.size))).toString();
  await sealed.close();
  return secret;
}
