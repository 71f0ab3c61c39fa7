import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { BackupRefused } from './refused.ts';

/**
 * A sealed file is a header, chunks and an end mark (docs/decisions/backup-and-restore.md):
 *
 *     header  magic and version (8), log2 N, r and p of scrypt (3), zero (1), salt (16), proof of the key (32), sum (8)
 *     chunk   ciphertext of 64 KiB, less in the last one, and its tag (16)
 *     end     8 fixed bytes
 *
 * The salt is new for each file, so its key is too, and a nonce may be the chunk's number with a mark on the last one:
 * a chunk that is changed, moved, left out or follows the last one fails its tag.
 */
const NAME = Buffer.from('MORADA\0', 'latin1');
const VERSION = 1;
const MAGIC = Buffer.of(...NAME, VERSION);
const END = Buffer.from('\0ADAROM\n', 'latin1');
const PROVEN = 28;
const SUMMED = PROVEN + 32;
const HEADER = SUMMED + 8;
/** @internal Tests cut files at the borders of chunks. */
export const CHUNK = 64 * 1024;
const TAG = 16;
const STEP = CHUNK + TAG;

/** Cost of scrypt: 128 MiB and about half a second for each guess. */
const COST = { log2N: 17, r: 8, p: 1 };
/** Limits of a header's cost: it is read before it is proven, and must not exhaust the memory. */
const MAX_COST: typeof COST = { log2N: 19, r: 8, p: 4 };
/** @internal Layout for tests. */
export const LAYOUT = { HEADER, STEP, END: END.length };

type Keys = { content: Buffer; proof: Buffer };

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

async function deriveKeys(passphrase: string, salt: Buffer, { log2N, r, p }: typeof COST): Promise<Keys> {
  const N = 2 ** log2N;
  // The same words typed on two systems may differ in how accents are composed.
  const bytes = await derive(passphrase.normalize('NFC'), salt, 64, { N, r, p, maxmem: 128 * N * r * 2 });
  return { content: bytes.subarray(0, 32), proof: bytes.subarray(32) };
}

const prove = (keys: Keys, proven: Buffer) => createHmac('sha256', keys.proof).update(proven).digest();
/** Tells a damaged header from another key; it proves nothing. */
const sum = (summed: Buffer) =>
  createHash('sha256')
    .update(summed)
    .digest()
    .subarray(0, HEADER - SUMMED);

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(index, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Seals a stream as it passes, with the memory of a few chunks. */
export async function* seal(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  { log2N, r, p } = COST,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16);
  const keys = await deriveKeys(passphrase, salt, { log2N, r, p });
  const start = Buffer.concat([MAGIC, Buffer.of(log2N, r, p, 0), salt]);
  const proven = Buffer.concat([start, prove(keys, start)]);
  yield Buffer.concat([proven, sum(proven)]);
  let index = 0;
  for await (const { bytes, isLast } of inChunks(source)) {
    const cipher = createCipheriv('aes-256-gcm', keys.content, nonce(index, isLast), { authTagLength: TAG });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
  yield END;
}

/** The stream in chunks of one size; the last one, which may be empty or full, is marked. */
async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let used = 0;
  for await (const bytes of source)
    for (let read = 0; read < bytes.length; ) {
      if (used === CHUNK) {
        yield { bytes: chunk, isLast: false };
        used = 0;
      }
      const count = bytes.copy(chunk, used, read);
      used += count;
      read += count;
    }
  yield { bytes: chunk.subarray(0, used), isLast: true };
}

const CHANGED = (index: number, count: number) =>
  new BackupRefused(`O backup foi alterado ou está danificado: o bloco ${index + 1} de ${count} não confere.`);
const CUT = () => new BackupRefused('O backup está cortado: falta o fim do arquivo. Copie-o de novo.');

export type Sealed = {
  /** Bytes of the content. */
  size: number;
  /** Content from `start` up to `end`. Each chunk is verified before any of it is passed on. */
  read: (start: number, end: number) => AsyncGenerator<Buffer>;
  close: () => Promise<void>;
};

/**
 * Opens a sealed file after verifying all of it; undefined for a file that is not sealed.
 * @throws BackupRefused when the key is missing or wrong, or the file was truncated or changed.
 */
export async function openSealed(file: string, passphrase: string | undefined): Promise<Sealed | undefined> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const header = await readAt(handle, 0, Math.min(HEADER, size));
    if (!header.subarray(0, NAME.length).equals(NAME)) {
      await handle.close();
      return undefined;
    }
    const keys = await unlock(header, passphrase);
    const sealed = await chunksOf(handle, size, keys);
    for await (const _ of sealed.read(0, sealed.size));
    return sealed;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function unlock(header: Buffer, passphrase: string | undefined): Promise<Keys> {
  if (header.length < HEADER) throw CUT();
  if (header[NAME.length] !== VERSION)
    throw new BackupRefused('Este backup é de uma versão mais nova da Morada. Atualize o sistema e tente de novo.');
  const [log2N = 0, r = 0, p = 0] = header.subarray(MAGIC.length);
  const isLow = log2N >= 1 && r >= 1 && p >= 1 && log2N <= MAX_COST.log2N && r <= MAX_COST.r && p <= MAX_COST.p;
  if (!sum(header.subarray(0, SUMMED)).equals(header.subarray(SUMMED)) || !isLow)
    throw new BackupRefused('O backup foi alterado ou está danificado: o início do arquivo não confere.');
  if (passphrase === undefined)
    throw new BackupRefused('Este backup está criptografado: informe a chave em BACKUP_KEY ou BACKUP_KEY_FILE.');
  const start = header.subarray(0, PROVEN);
  const keys = await deriveKeys(passphrase, start.subarray(PROVEN - 16), { log2N, r, p });
  if (timingSafeEqual(prove(keys, start), header.subarray(PROVEN, SUMMED))) return keys;
  throw new BackupRefused('A chave não é a deste backup: confira BACKUP_KEY ou BACKUP_KEY_FILE.');
}

async function chunksOf(handle: FileHandle, fileSize: number, keys: Keys): Promise<Sealed> {
  const stop = fileSize - END.length;
  if (stop < HEADER || !(await readAt(handle, stop, END.length)).equals(END)) throw CUT();
  const count = Math.max(1, Math.ceil((stop - HEADER) / STEP));
  if (stop - HEADER - (count - 1) * STEP < TAG) throw CHANGED(count - 1, count);
  const size = stop - HEADER - count * TAG;

  /** Chunk that was decrypted last: a zip directory is read in small pieces, many from the same chunk. */
  let latest: { index: number; bytes: Buffer } | undefined;

  async function chunkAt(index: number): Promise<Buffer> {
    if (latest?.index === index) return latest.bytes;
    const from = HEADER + index * STEP;
    const isLast = index === count - 1;
    const bytes = await readAt(handle, from, Math.min(STEP, stop - from));
    const split = bytes.length - TAG;
    const decipher = createDecipheriv('aes-256-gcm', keys.content, nonce(index, isLast), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(split));
    const content = decipher.update(bytes.subarray(0, split));
    try {
      decipher.final();
    } catch {
      throw CHANGED(index, count);
    }
    latest = { index, bytes: content };
    return content;
  }

  return {
    size,
    read: async function* (start, end) {
      // The last chunk is verified even when it is empty.
      const after = end === size ? count : Math.ceil(end / CHUNK);
      for (let index = Math.floor(start / CHUNK); index < after; index += 1) {
        const from = index * CHUNK;
        const bytes = await chunkAt(index);
        yield bytes.subarray(Math.max(0, start - from), end - from);
      }
    },
    close: () => handle.close(),
  };
}

/** Exactly `length` bytes. @throws BackupRefused when the file ends before. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw CUT();
    read += bytesRead;
  }
  return bytes;
}
