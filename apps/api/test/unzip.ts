import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

/** All entries of a zip by name, read with another library than the ones that write them. */
export async function unzipBytes(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(bytes, { lazyEntries: true, autoClose: false });
  const openEntry = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const files = new Map<string, Buffer>();
  for await (const entry of entriesOf(zip)) files.set(entry.fileName, await buffer(await openEntry(entry)));
  zip.close();
  return files;
}

/** All entries of a zip of texts, by name. */
export const unzip = async (bytes: Buffer) =>
  new Map([...(await unzipBytes(bytes))].map(([name, content]): [string, string] => [name, content.toString()]));

async function* entriesOf(zip: ZipFile) {
  for (let read = 0; read < zip.entryCount; read += 1) {
    const next = once(zip, 'entry');
    zip.readEntry();
    const [entry] = await next;
    yield entry as Entry;
  }
}
