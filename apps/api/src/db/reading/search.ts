import { granted } from '@morada/domain/access/permissions';
import { barePhone } from '@morada/domain/base/phone';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, Db } from '../../context.ts';

type Sql = RawBuilder<unknown>;

const ONLY_NUMBERS = /^[\d\s().+/-]+$/;
const MASKED = /[().+/-]/;
/** From this many digits on, blanks between them count as a mask: `32 98841 2076`. */
const WHOLE_NUMBER = 8;

/** Words of a search, all of which must match, in any order. A number with its mask, whole or partial, is one word. */
export function searchWords(query: string): string[] {
  const text = query.normalize('NFC').trim();
  const digits = barePhone(text);
  if (ONLY_NUMBERS.test(text) && (MASKED.test(text) || digits.length >= WHOLE_NUMBER)) return digits ? [digits] : [];
  return text.split(/\s+/).filter(Boolean);
}

/** Matches every word of the query in a `search` column with a trigram index; the database normalises both sides. */
export function matches(column: Expression<unknown> | RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  const words = searchWords(query).map((word) => sql<SqlBool>`${column} like search_pattern(${word})`);
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(words, sql` and `)}`;
}

/** Data of people that a caller sees, and may therefore search by. `contacts`: names and contact data. */
export type Seen = 'everything' | 'contacts' | 'names';

/** Masked or hidden documents, phones and e-mails can't be searched by either. */
export const seenBy = ({ actor }: Pick<Context, 'actor'>): Seen =>
  granted(actor.permissions, 'CLIENT_VIEW') ? 'everything' : 'names';

const PARTS = {
  contacts: sql`search_words(client.name, client.email, coalesce(client.cellphone, client.phone))`,
  names: sql`search_words(client.name)`,
};

/** Clients that match the query; the index on `search` preselects them before the parts are compared. */
export function matchesPerson(query: string, seen: Seen): RawBuilder<SqlBool> {
  const found = matches(sql`client.search`, query);
  return seen === 'everything' ? found : sql`${found} and ${matches(PARTS[seen], query)}`;
}

export const peopleFound = (query: string, seen: Seen) =>
  sql`select id from client where ${matchesPerson(query, seen)}`;

/** Limit of matching people or properties whose records a quick search reads, newest first. */
const MAX_MATCHES = 500;

/**
 * People and properties that match the words, for a quick search of their records: `people` and `places`; `is_whole`
 * tells whether these are all matches. Common words cost no more than rare ones.
 */
const quickSearchMatches = (query: string, seen: Seen) => {
  const newest = (table: string, found: Sql) => sql`
    select id from ${sql.table(table)} where ${found} order by id desc limit ${MAX_MATCHES + 1}`;
  return sql`
    people as materialized (${newest('client', matchesPerson(query, seen))}),
    places as materialized (${newest('property', matches(sql`search`, query))}),
    is_whole as (select not exists (select from people offset ${MAX_MATCHES}) and not exists (select from places offset ${MAX_MATCHES}) as whole)`;
};

type Glance = { whole: boolean; ids: number[] | null };

/** The first records of the common table `hits`; of `all` if those don't fill the limit. */
export async function quickSearch(
  db: Db,
  {
    query,
    seen,
    hits,
    order,
    limit,
    all,
  }: { query: string; seen: Seen; hits: Sql; order: Sql; limit: number; all: Sql },
): Promise<number[]> {
  const { rows } = await sql<Glance>`
    with ${quickSearchMatches(query, seen)}, hits as (${hits}), cut as (select id from hits order by ${order} limit ${limit})
    select whole, (select array_agg(id) from cut) as ids from is_whole`.execute(db);
  const { whole = true, ids } = rows[0] ?? {};
  if (whole || (ids?.length ?? 0) === limit) return ids ?? [];
  const found = await sql<{ id: number }>`${all} limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}
