import sharp from 'sharp';

/** A plain picture of one colour, small in bytes. */
export const picture = (width = 640, height = 480, background = '#3a7ca5') =>
  sharp({ create: { width, height, channels: 3, background } });

export const jpeg = (...measures: Parameters<typeof picture>) =>
  picture(...measures)
    .jpeg()
    .toBuffer();

/** A multipart form with one file. */
export function form(bytes: Uint8Array, name = 'sala.jpg', { field = 'file', type = 'image/jpeg' } = {}) {
  const data = new FormData();
  data.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return data;
}
