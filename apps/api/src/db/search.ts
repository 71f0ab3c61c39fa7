import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** As `search_text()` of the database stores it: lower case, no accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const onlyNumbers = /^[\d\s().+/-]+$/;

/** The words of a search, each to be found somewhere, in any order; documents and phones lose their masks. */
export function searchWords(query: string): string[] {
  if (onlyNumbers.test(query)) {
    const digits = query.replace(/\D/g, '');
    if (digits.length >= 5) return [digits];
  }
  return plain(query)
    .split(/\s+/)
    .map((word) => (/\d/.test(word) && !word.includes('@') ? word.replace(/[.,/()-]/g, '') : word.replace(/[,;]/g, '')))
    .filter(Boolean);
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** Two letters match the start of a word (a trigram index knows ' ma'); more match anywhere. */
const pattern = (word: string) => (word.length < 3 ? `% ${escaped(word)}%` : `%${escaped(word)}%`);

/** `column like` each word of the query: for a stored `search` column with a trigram index. No word, no condition. */
export function matches(column: Expression<unknown> | RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  const words = searchWords(query).map((word) => sql<SqlBool>`${column} like ${pattern(word)}`);
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(words, sql` and `)}`;
}
