import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A screen has few colours: with a palette of them its file is a third as large, and looks the same. */
export async function writeSmall(png: Uint8Array, file: string) {
  await writeFile(file, await sharp(png).png({ palette: true, colours: 192, effort: 10, dither: 0.6 }).toBuffer());
}
