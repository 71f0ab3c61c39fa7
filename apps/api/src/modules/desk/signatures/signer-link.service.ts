import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

/** The version is part of the name, so that raising it revokes the link and forgets the browsers that it opened. */
const nameOf = (id: number, version: number) => `signature signer ${id} ${version}`;
const browserOf = (id: number, version: number) => `signature browser ${id} ${version}`;

type Files = Pick<Deps, 'files'>;
type Word = { id: number; version: number; word: string };

/** Path of a signer's room. */
export const signerPath = (id: number, word: string) => `/assinar/${id}/${word}`;

export const isSignerWord = (deps: Files, db: Db, { id, version, word }: Word) =>
  isSignedWord(deps, db, nameOf(id, version), word);

type Linked = { id: number; link_version: number; link_until: CalendarDate | null };

/** Path and last day of a link that opens today. */
export async function openSignerLink(
  deps: Files & Pick<Deps, 'today'>,
  db: Db,
  { id, link_version, link_until }: Linked,
) {
  if (link_until === null || link_until < deps.today()) return null;
  return { path: signerPath(id, await signedWord(deps, db, nameOf(id, link_version))), until: link_until };
}

/** Word of the cookie of a browser in which the signer showed who they are. */
export const browserWord = (deps: Files, db: Db, id: number, version: number) =>
  signedWord(deps, db, browserOf(id, version));

export const isBrowserWord = (deps: Files, db: Db, { id, version, word }: Word) =>
  isSignedWord(deps, db, browserOf(id, version), word);
