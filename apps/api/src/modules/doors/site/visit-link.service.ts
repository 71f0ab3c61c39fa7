import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

type Files = Pick<Deps, 'files'>;

const nameOf = (id: number) => `visit ${id}`;

/** Path of the page by which a visitor follows a visit. */
export const visitPath = (id: number, word: string) => `/visita/${id}/${word}`;

export const visitPageOf = async (deps: Files, db: Db, id: number): Promise<string> =>
  visitPath(id, await signedWord(deps, db, nameOf(id)));

export const isVisitWord = (deps: Files, db: Db, id: number, word: string): Promise<boolean> =>
  isSignedWord(deps, db, nameOf(id), word);
