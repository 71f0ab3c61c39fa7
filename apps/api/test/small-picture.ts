import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Screenshots have few colours: a palette reduces the file to a third without visible loss. */
export async function writeSmall(png: Uint8Array, file: string) {
  await writeFile(file, await sharp(png).png({ palette: true, colours: 192, effort: 10, dither: 0.6 }).toBuffer());
}
