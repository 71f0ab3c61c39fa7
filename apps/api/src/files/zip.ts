import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/**
 * Adds a stream that the archive releases once it is written: `addReadStream` would keep all streams in memory until the
 * archive ends. Wait for the answer, and no more than one of them is open.
 */
export function addOnce(zip: ZipFile, name: string, stream: Readable, options: { compress: boolean }) {
  let held: Readable | undefined = stream;
  const ended = once(stream, 'end');
  zip.addReadStreamLazy(name, options, (pump) => {
    const pumped = held;
    held = undefined;
    if (pumped) pump(null, pumped);
  });
  return ended;
}
