import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A plain picture of one colour, small in bytes. */
export const picture = (width = 640, height = 480, background = '#3a7ca5') =>
  sharp({ create: { width, height, channels: 3, background } });

export const jpeg = (...measures: Parameters<typeof picture>) =>
  picture(...measures)
    .jpeg()
    .toBuffer();

/** A chunk of a PNG: length, type, content and check sum. */
export function pngChunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG header that claims this size in 1-bit pixels, followed by the given data. */
export function pngOf(width: number, height: number, data: Buffer) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([start, ...chunks]);
}

/** A PNG of black pixels, which unpacks to a thousand times its size. */
export const blackPng = (width: number, height: number) =>
  pngOf(width, height, deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1))));

/** A multipart form with one file. */
export function form(bytes: Uint8Array, name = 'sala.jpg', { field = 'file', type = 'image/jpeg' } = {}) {
  const data = new FormData();
  data.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return data;
}
