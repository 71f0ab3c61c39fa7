import { buffer } from 'node:stream/consumers';
import { accentOf, readColour } from '@morada/domain/brand/accent';
import type { Context } from '#api/context.ts';
import { FileMissing } from '#api/files/storage.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { findLetterhead } from './letterhead.queries.ts';

/** Letterhead of a document: the agency's details and its logo. */
export async function letterheadOf({ db, files }: Pick<Context, 'db' | 'files'>): Promise<Letterhead> {
  const { logo, accent: chosen, ...details } = await findLetterhead(db);
  const colour = chosen === null ? undefined : readColour(chosen);
  const agency = { ...details, accent: colour && accentOf(colour).light.text };
  if (logo === null) return agency;
  try {
    return { ...agency, picture: await buffer(await files.stream(logo)) };
  } catch (error) {
    // A missing logo file doesn't block the document: the letterhead prints the name instead.
    if (error instanceof FileMissing) return agency;
    throw error;
  }
}
