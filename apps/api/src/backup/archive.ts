import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  openPromise,
  RandomAccessReader,
  type ZipFile as Unzipped,
} from 'yauzl';
import { ZipFile } from 'yazl';
import { FORMAT, MANIFEST, MANIFEST_SUM, Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { openSealed, type Sealed, seal } from './seal.ts';

export type Print = { bytes: number; sha256: string };

const BROKEN = 'O backup está incompleto ou danificado';

/**
 * Writes to a `.part` file and renames it when it is complete and synced; a killed run leaves only the `.part`. With a
 * key, the file is sealed as a whole.
 */
export async function createArchive(file: string, key?: string) {
  const draft = `${file}.part`;
  const zip = new ZipFile();
  const output = createWriteStream(draft, { mode: 0o600 });
  await once(output, 'open');
  const failing = Promise.withResolvers<never>();
  // The promise is awaited in `add`; between two entries a rejection would otherwise be unhandled.
  failing.promise.catch(() => {});
  zip.on('error', failing.reject);
  const written =
    key === undefined
      ? pipeline(zip.outputStream, output)
      : pipeline(zip.outputStream, (content: AsyncIterable<Buffer>) => seal(content, key), output);
  written.catch(failing.reject);

  return {
    /** `stored`: without compression, for content that is compressed already. */
    async add(name: string, content: Readable, { stored = false } = {}): Promise<Print> {
      const hash = createHash('sha256');
      let bytes = 0;
      const entry = new PassThrough();
      zip.addReadStream(entry, name, { compress: !stored, mode: 0o100600 });
      const count = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      };
      await Promise.race([pipeline(content, count, entry), failing.promise]);
      return { bytes, sha256: hash.digest('hex') };
    },
    async finish(manifest: Manifest): Promise<void> {
      const text = Buffer.from(JSON.stringify(manifest, null, 1));
      zip.addBuffer(text, MANIFEST);
      zip.addBuffer(Buffer.from(createHash('sha256').update(text).digest('hex')), MANIFEST_SUM);
      zip.end();
      await Promise.race([written, failing.promise]);
      await settle(draft);
      await rename(draft, file);
      await settle(dirname(file));
    },
    async giveUp(): Promise<void> {
      output.destroy();
      await written.catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

async function settle(path: string) {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

export type Archive = {
  manifest: Manifest;
  /** Whether it is encrypted. */
  isSealed: boolean;
  /** Content of an entry; the stream fails at its end if it doesn't match the manifest. */
  read: (name: string, print: Print) => Promise<Readable>;
  close: () => void;
};

/** @throws BackupRefused when it is not a complete archive of ours, its key is another, or it is newer than this version. */
export async function openArchive(file: string, key?: string): Promise<Archive> {
  const { zip, isSealed } = await openZip(file, key).catch((error) => {
    if (error instanceof BackupRefused) throw error;
    if (error.code === 'ENOENT' || error.code === 'EISDIR') throw new BackupRefused(`Não há um backup em ${file}.`);
    throw new BackupRefused(`${BROKEN}: ${file} não pôde ser aberto.`);
  });
  try {
    const entries = await directoryOf(zip);
    const whole = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new BackupRefused(`${BROKEN}: falta ${name}.`);
      return buffer(await openEntry(zip, entry)).catch(() => {
        throw new BackupRefused(`${BROKEN}: ${name} não confere.`);
      });
    };
    const text = await whole(MANIFEST);
    if (createHash('sha256').update(text).digest('hex') !== (await whole(MANIFEST_SUM)).toString())
      throw new BackupRefused(`${BROKEN}: ${MANIFEST} não confere.`);
    return {
      manifest: readManifest(text),
      isSealed,
      read: async (name, print) => {
        const entry = entries.get(name);
        if (!entry) throw new BackupRefused(`${BROKEN}: falta ${name}.`);
        return checked(await openEntry(zip, entry), name, print);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(file: string, key: string | undefined): Promise<{ zip: Unzipped; isSealed: boolean }> {
  const options = { lazyEntries: true, autoClose: false };
  const sealed = await openSealed(file, key);
  if (!sealed) return { zip: await openPromise(file, options), isSealed: false };
  const zip = await fromRandomAccessReaderPromise(new SealedReader(sealed), sealed.size, options).catch(
    async (error) => {
      await sealed.close();
      throw error;
    },
  );
  return { zip, isSealed: true };
}

class SealedReader extends RandomAccessReader {
  readonly #sealed: Sealed;

  constructor(sealed: Sealed) {
    super();
    this.#sealed = sealed;
  }

  override _readStreamForRange(start: number, end: number) {
    return Readable.from(this.#sealed.read(start, end), { objectMode: false });
  }

  override close(done: (error: Error | null) => void) {
    this.#sealed.close().then(() => done(null), done);
  }
}

const openEntry = (zip: Unzipped, entry: Entry) =>
  zip.openReadStreamPromise(entry).catch(() => {
    throw new BackupRefused(`${BROKEN}: ${entry.fileName} não pôde ser lido.`);
  });

async function directoryOf(zip: Unzipped): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    throw new BackupRefused(`${BROKEN}: o índice do arquivo não pôde ser lido.`);
  }
  return entries;
}

function readManifest(text: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text.toString());
  } catch {
    throw new BackupRefused(`${BROKEN}: ${MANIFEST} não pôde ser lido.`);
  }
  if (isNewer(value))
    throw new BackupRefused('Este backup é de uma versão mais nova da Morada. Atualize o sistema e tente de novo.');
  const manifest = Manifest.safeParse(value);
  if (manifest.success) return manifest.data;
  throw new BackupRefused(`${BROKEN}: ${MANIFEST} não pôde ser lido.`);
}

function isNewer(value: unknown) {
  const { format } = (value ?? {}) as { format?: unknown };
  return typeof format === 'number' && format > FORMAT;
}

/** Passes the stream through; at its end, fails unless it matches the manifest. */
function checked(stream: Readable, name: string, print: Print): Readable {
  const different = () => new BackupRefused(`${BROKEN}: ${name} não confere.`);
  return Readable.from(
    (async function* () {
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      } catch {
        throw different();
      }
      if (bytes !== print.bytes || hash.digest('hex') !== print.sha256) throw different();
    })(),
    { objectMode: false },
  );
}
