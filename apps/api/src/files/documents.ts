import { common } from '@morada/contract/problem';
import { makePhotograph } from './images.ts';

/** A document as it is kept. */
export type Kept = { bytes: Uint8Array; media_type: 'application/pdf' | 'image/jpeg'; extension: 'pdf' | 'jpg' };

/** Where a PDF may begin, and end: readers take some rubbish before and after it, and so do those who hand it in. */
const EDGE = 1_024;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

const isPdf = (bytes: Uint8Array) =>
  /%PDF-\d\.\d/.test(text(bytes.subarray(0, EDGE))) && text(bytes.subarray(-EDGE)).includes('%%EOF');

/** By what it holds, whatever it is called: a picture is made anew from its pixels, a PDF is kept as it is signed. */
export async function keepable(bytes: Uint8Array): Promise<Kept> {
  if (isPdf(bytes)) return { bytes, media_type: 'application/pdf', extension: 'pdf' };
  const picture = await makePhotograph(bytes);
  if (!picture) throw common.FILE_UNSUPPORTED();
  return { bytes: picture.full, media_type: 'image/jpeg', extension: 'jpg' };
}
