import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { FileMissing } from '../../files/storage.ts';
import type { Letterhead } from '../../pdf/letterhead.ts';
import { findLetterhead } from './letterhead.queries.ts';

/** In whose name a document goes out. */
export async function letterheadOf({ db, files }: Pick<Context, 'db' | 'files'>): Promise<Letterhead> {
  const { logo, ...agency } = await findLetterhead(db);
  if (logo === null) return agency;
  try {
    return { ...agency, picture: await buffer(await files.stream(logo)) };
  } catch (error) {
    // A receipt is owed even where the picture is lost: the name stands in its place.
    if (error instanceof FileMissing) return agency;
    throw error;
  }
}
