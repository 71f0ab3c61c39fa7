import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

/** The version is part of the name, so that raising it revokes the link. */
const nameOf = (id: number, version: number) => `offer ${id} ${version}`;

type Files = Pick<Deps, 'files'>;

/** Path of the page by which an owner follows an offer. */
export const offerPath = (id: number, word: string) => `/o/${id}/${word}`;

export const offerWord = (deps: Files, db: Db, id: number, version: number): Promise<string> =>
  signedWord(deps, db, nameOf(id, version));

export const isOfferWord = (
  deps: Files,
  db: Db,
  { id, version, word }: { id: number; version: number; word: string },
) => isSignedWord(deps, db, nameOf(id, version), word);

type Linked = { link_version: number; link_until: CalendarDate | null };

/** Path and last day of a link that opens today. */
export async function openLinkOf(deps: Files & Pick<Deps, 'today'>, db: Db, id: number, offer: Linked) {
  const { link_version, link_until } = offer;
  if (link_until === null || link_until < deps.today()) return null;
  return { path: offerPath(id, await offerWord(deps, db, id, link_version)), until: link_until };
}
