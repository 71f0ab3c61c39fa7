import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

/** The version is part of the name, so that raising it revokes the link. */
const nameOf = (id: number, version: number) => `application form ${id} ${version}`;

type Files = Pick<Deps, 'files'>;

/** Path of a party's form. */
export const formPath = (id: number, word: string) => `/ficha/${id}/${word}`;

export const isFormWord = (deps: Files, db: Db, { id, version, word }: { id: number; version: number; word: string }) =>
  isSignedWord(deps, db, nameOf(id, version), word);

type Linked = { id: number; link_version: number; link_until: CalendarDate | null };

/** Path and last day of a link that opens today. */
export async function openLinkOf(deps: Files & Pick<Deps, 'today'>, db: Db, { id, link_version, link_until }: Linked) {
  if (link_until === null || link_until < deps.today()) return null;
  return { path: formPath(id, await signedWord(deps, db, nameOf(id, link_version))), until: link_until };
}
