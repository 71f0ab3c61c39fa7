import { granted } from '@morada/domain/access/permissions';
import { barePhone } from '@morada/domain/base/phone';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, Db } from '../context.ts';

type Sql = RawBuilder<unknown>;

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

/** What a caller sees of people, and so may search by. `contacts`: names, and how to reach them. */
export type Seen = 'everything' | 'contacts' | 'names';

/** A document, a phone or an e-mail that is shown masked, or not at all, is not found by its digits either. */
export const seenBy = ({ actor }: Pick<Context, 'actor'>): Seen =>
  granted(actor.permissions, 'CLIENT_VIEW') ? 'everything' : 'names';

const PARTS = {
  contacts: sql`search_words(client.name, client.email, coalesce(client.cellphone, client.phone))`,
  names: sql`search_words(client.name)`,
};

/** Clients that the words of the query find; the index on `search` narrows them down before the parts are compared. */
export function matchesPerson(query: string, seen: Seen): RawBuilder<SqlBool> {
  const found = matches(sql`client.search`, query);
  return seen === 'everything' ? found : sql`${found} and ${matches(PARTS[seen], query)}`;
}

export const peopleFound = (query: string, seen: Seen) =>
  sql`select id from client where ${matchesPerson(query, seen)}`;

/** Of more people or properties than these a glance takes the newest. */
const AT_HAND = 500;

/**
 * The people and the properties that words find, for a glance at what belongs to them: `people` and `places`, and
 * `is_whole` says whether that is all of them. A word that half the register has costs no more than a rare one.
 */
const atHand = (query: string, seen: Seen) => {
  const newest = (table: string, found: Sql) => sql`
    select id from ${sql.table(table)} where ${found} order by id desc limit ${AT_HAND + 1}`;
  return sql`
    people as materialized (${newest('client', matchesPerson(query, seen))}),
    places as materialized (${newest('property', matches(sql`search`, query))}),
    is_whole as (select not exists (select from people offset ${AT_HAND}) and not exists (select from places offset ${AT_HAND}) as whole)`;
};

type Glance = { whole: boolean; ids: number[] | null };

/** The first so many records of the common table `hits`, or of `all` where what lies at hand does not fill the glance. */
export async function glance(
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
    with ${atHand(query, seen)}, hits as (${hits}), cut as (select id from hits order by ${order} limit ${limit})
    select whole, (select array_agg(id) from cut) as ids from is_whole`.execute(db);
  const { whole = true, ids } = rows[0] ?? {};
  if (whole || (ids?.length ?? 0) === limit) return ids ?? [];
  const found = await sql<{ id: number }>`${all} limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}
