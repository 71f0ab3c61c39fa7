import { constants, inflateSync } from 'node:zlib';

const START = Buffer.from('stream');
const END = Buffer.from('endstream');
/** Filters in a row that are unpacked; no program writes more than two. */
const MOST_FILTERS = 4;

/**
 * Bytes that the packed streams of a PDF unpack to, counted up to `most` and a little more: some kilobytes can hold
 * gigabytes. Each stream is unpacked and let go before the file is read. Streams packed otherwise, or encrypted, count as
 * they are; the limits of the reader's time and memory hold for them.
 */
export function inflatedBytes(bytes: Uint8Array, most: number): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  /** End of the streams up to it, searched for once. */
  let end = 0;
  for (let at = file.indexOf(START); at >= 0 && total <= most; at = file.indexOf(START, at + 1)) {
    let start = at + START.length;
    if (file[start] === 0x0d) start += 1;
    if (file[start] === 0x0a) start += 1;
    if (start === at + START.length) continue;
    if (end < start) end = endAfter(file, start);
    let content: Buffer | undefined = file.subarray(start, end);
    for (let filter = 0; content && filter < MOST_FILTERS && total <= most; filter += 1) {
      content = inflated(content, most - total + 1);
      total += content?.length ?? 0;
      if (content === TOO_LONG) return most + 1;
    }
    at = start;
  }
  return total;
}

function endAfter(file: Buffer, start: number): number {
  const found = file.indexOf(END, start);
  return found < 0 ? file.length : found;
}

const TOO_LONG = Buffer.alloc(0);

/** Undefined: not packed that way. The end may be missing, as readers of PDF forgive. */
function inflated(content: Buffer, most: number): Buffer | undefined {
  // The first two bytes of such a stream are a number that 31 divides.
  const [method = 0, flags = 0] = content;
  if ((method & 0x0f) !== 8 || (method * 256 + flags) % 31 !== 0) return undefined;
  try {
    return inflateSync(content, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LONG : undefined;
  }
}
