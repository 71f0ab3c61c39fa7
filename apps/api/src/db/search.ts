import { barePhone } from '@morada/domain/phone';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

const ONLY_NUMBERS = /^[\d\s().+/-]+$/;
const MASKED = /[().+/-]/;
/** With so many digits, blanks between them are a mask too: `32 98841 2076`. */
const WHOLE_NUMBER = 8;

/** The words of a search, each to be found somewhere, in any order; a number with its mask, typed whole or in part, is one. */
export function searchWords(query: string): string[] {
  const text = query.normalize('NFC').trim();
  const digits = barePhone(text);
  if (ONLY_NUMBERS.test(text) && (MASKED.test(text) || digits.length >= WHOLE_NUMBER)) return digits ? [digits] : [];
  return text.split(/\s+/).filter(Boolean);
}

/** Each word of the query in a stored `search` column with a trigram index; the database spells both alike. */
export function matches(column: Expression<unknown> | RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  const words = searchWords(query).map((word) => sql<SqlBool>`${column} like search_pattern(${word})`);
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(words, sql` and `)}`;
}
