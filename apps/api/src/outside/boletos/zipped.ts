import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

/** Unpacked size of an archive that is read. */
const MOST_BYTES = 67_108_864;

/** Texts of the files in an archive. @throws when it is damaged, or too large. */
export async function zippedTexts(bytes: Buffer): Promise<string[]> {
  const zip = await open(bytes, { lazyEntries: true, autoClose: false });
  const openEntry = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (let read = 0; read < zip.entryCount; read += 1) {
    const entry = await nextEntry(zip);
    left -= entry.uncompressedSize;
    if (left < 0) throw new RangeError('the archive is too large');
    texts.push((await buffer(await openEntry(entry))).toString('utf8'));
  }
  zip.close();
  return texts;
}

const nextEntry = (zip: ZipFile) =>
  new Promise<Entry>((resolve, reject) => {
    zip.once('entry', resolve);
    zip.once('error', reject);
    zip.readEntry();
  });
