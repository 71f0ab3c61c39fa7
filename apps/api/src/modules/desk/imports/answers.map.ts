import type { ImportAnswers } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { plain } from './cells.map.ts';
import { MEANINGS } from './rows.map.ts';

/** Answers that a person gave for the whole file. */
export type Answers = ImportAnswers;

export const NO_ANSWERS: Answers = { words: [], people: [], amounts: [] };

/** Replaces each word of an enumerated field by its chosen meaning; other cells stay. */
export function translator(kind: ImportKind, { words }: Answers): (field: string, text: string) => string {
  const closed = words.filter(({ field, word }) => field in MEANINGS[kind] && word !== '');
  const meanings = new Map(closed.map(({ field, word, means }) => [`${field} ${plain(word)}`, means]));
  if (meanings.size === 0) return (_, text) => text;
  return (field, text) => meanings.get(`${field} ${plain(text)}`) ?? text;
}
