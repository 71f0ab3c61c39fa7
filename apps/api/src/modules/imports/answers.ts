import type { ImportAnswers } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { plain } from './cells.ts';
import { MEANINGS } from './rows.ts';

/** What a person said once for the whole file. */
export type Answers = ImportAnswers;

export const NO_ANSWERS: Answers = { words: [], people: [] };

/** Gives each word of a closed list the meaning that was chosen for it; every other cell stays as it is. */
export function translator(kind: ImportKind, { words }: Answers): (field: string, text: string) => string {
  const closed = words.filter(({ field, word }) => field in MEANINGS[kind] && word !== '');
  const meanings = new Map(closed.map(({ field, word, means }) => [`${field} ${plain(word)}`, means]));
  if (meanings.size === 0) return (_, text) => text;
  return (field, text) => meanings.get(`${field} ${plain(text)}`) ?? text;
}
