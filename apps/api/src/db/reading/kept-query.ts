import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../context.ts';

type Run<Row> = (db: Db, query: CompiledQuery<Row>) => Promise<readonly Row[]>;

/**
 * A query of records by their ids that is built once and run with different ids, since building a large query takes
 * longer than running it. A single id has a statement of its own, whose plan PostgreSQL caches. A list is planned at
 * each execution (see `plansKept`).
 * @param build the query, with `matches` as the condition on the column of ids.
 * @param run how it is run, such as `withNext`.
 */
export const keptQuery = <Row>(
  build: (db: Db, matches: RawBuilder<number>) => Compilable<Row>,
  run: Run<Row> = rowsOf,
) => keptBy(sql`bigint[]`, build, run);

/** Same as `keptQuery`, for records by a hash. */
export const keptQueryByHash = <Row>(build: (db: Db, matches: RawBuilder<Buffer>) => Compilable<Row>) =>
  keptBy(sql`bytea[]`, build, rowsOf);

function keptBy<Key, Row>(
  list: RawBuilder<unknown>,
  build: (db: Db, matches: RawBuilder<Key>) => Compilable<Row>,
  run: Run<Row>,
): (db: Db, keys: readonly Key[]) => Promise<readonly Row[]> {
  const one = parametrized<Key, Row>(build, (key) => sql`${key}`);
  const many = parametrized<Key, Row>(build, (keys) => sql`any(${keys}::${list})`);
  return async (db, keys) => {
    if (keys.length === 0) return [];
    return run(db, keys.length === 1 ? one(db, keys[0]) : many(db, keys));
  };
}

async function rowsOf<Row>(db: Db, query: CompiledQuery<Row>) {
  return (await db.executeQuery(query)).rows;
}

function parametrized<Key, Row>(
  build: (db: Db, matches: RawBuilder<Key>) => Compilable<Row>,
  matches: (value: unknown) => RawBuilder<Key>,
) {
  const placeholder = {};
  let built: CompiledQuery<Row> | undefined;
  return (db: Db, value: unknown): CompiledQuery<Row> => {
    built ??= build(db, matches(placeholder)).compile();
    return { ...built, parameters: built.parameters.map((each) => (each === placeholder ? value : each)) };
  };
}
