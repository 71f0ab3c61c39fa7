import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from './signed-words.service.ts';

type Linked = { id: number; link_version: number; link_until: CalendarDate | null };

/**
 * Links of one kind of record: the address has its number and a word that is signed with its version, so that raising the
 * version revokes the links before.
 * @param name what the word is signed for
 */
export const signedLinks = (name: string, path: (id: number, word: string) => string) => {
  const nameOf = (id: number, version: number) => `${name} ${id} ${version}`;
  return {
    path,
    isWord: (deps: Pick<Deps, 'files'>, db: Db, { id, version, word }: { id: number; version: number; word: string }) =>
      isSignedWord(deps, db, nameOf(id, version), word),
    /** Path and last day of a link that opens today. */
    async openLinkOf(deps: Pick<Deps, 'files' | 'today'>, db: Db, { id, link_version, link_until }: Linked) {
      if (link_until === null || link_until < deps.today()) return null;
      return { path: path(id, await signedWord(deps, db, nameOf(id, link_version))), until: link_until };
    },
  };
};
