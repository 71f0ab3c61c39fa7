export type Limits = {
  /** Of the longer side, in pixels. */
  side: number;
  bytes: number;
  /** Kinds that may stay what they are: `image/jpeg,image/png`. */
  accept: string;
};

const QUALITIES = [0.86, 0.78, 0.7, 0.6, 0.5];
const STEP = 0.8;
const SMALLEST_SIDE = 320;

/**
 * Picture within the limits: the file itself if it fits already, else the JPEG of the best quality that fits, turned
 * upright as its EXIF says. Rejects if the browser can't read it.
 */
export async function shrunk(file: Blob, { side, bytes, accept }: Limits): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const longer = Math.max(picture.width, picture.height);
    if (longer <= side && file.size <= bytes && accept.split(',').includes(file.type)) return file;
    for (let length = Math.min(longer, side); ; length *= STEP) {
      const canvas = drawn(picture, length / longer);
      for (const quality of QUALITIES) {
        const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality });
        if (smaller.size <= bytes || length <= SMALLEST_SIDE) return smaller;
      }
    }
  } finally {
    picture.close();
  }
}

/** Draws the picture on white, since JPEG has no transparency. */
function drawn(picture: ImageBitmap, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
