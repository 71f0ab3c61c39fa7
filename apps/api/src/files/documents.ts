import { makePage, pictureProblem } from './images.ts';

/** A document as stored. */
export type StoredDocument = {
  bytes: Uint8Array;
  media_type: 'application/pdf' | 'image/jpeg';
  extension: 'pdf' | 'jpg';
};

/**
 * Bytes at both ends in which a PDF's header and trailer are searched: readers tolerate extra bytes there, and real
 * files have them.
 */
const EDGE_BYTES = 1_024;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

const isPdf = (bytes: Uint8Array) =>
  /%PDF-\d\.\d/.test(text(bytes.subarray(0, EDGE_BYTES))) && text(bytes.subarray(-EDGE_BYTES)).includes('%%EOF');

/**
 * Decided by content, not by name: pictures are re-encoded from their pixels, PDFs are stored unchanged, since they may
 * be signed.
 */
export async function prepareDocument(bytes: Uint8Array): Promise<StoredDocument> {
  if (isPdf(bytes)) return { bytes, media_type: 'application/pdf', extension: 'pdf' };
  const picture = await makePage(bytes);
  if (!picture) throw pictureProblem(bytes);
  return { bytes: picture, media_type: 'image/jpeg', extension: 'jpg' };
}
