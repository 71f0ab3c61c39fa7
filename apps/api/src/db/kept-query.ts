import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../context.ts';

/**
 * A query of records by their ids that is built once and run with other ids each time: building a large one takes longer
 * than running it. One id has a statement of its own, whose plan PostgreSQL keeps; the plan for a list it makes anew
 * (see `plansKept`).
 * @param build the query, with `matches` as the condition on the column of ids.
 * @param run how it is run, such as `withNext`.
 */
export function keptQuery<Row>(
  build: (db: Db, matches: RawBuilder<number>) => Compilable<Row>,
  run: (db: Db, query: CompiledQuery<Row>) => Promise<readonly Row[]> = rowsOf,
): (db: Db, ids: readonly number[]) => Promise<readonly Row[]> {
  const one = parametrized(build, (id) => sql`${id}`);
  const many = parametrized(build, (ids) => sql`any(${ids}::bigint[])`);
  return async (db, ids) => {
    if (ids.length === 0) return [];
    return run(db, ids.length === 1 ? one(db, ids[0]) : many(db, ids));
  };
}

const rowsOf = async <Row>(db: Db, query: CompiledQuery<Row>) => (await db.executeQuery(query)).rows;

function parametrized<Row>(
  build: (db: Db, matches: RawBuilder<number>) => Compilable<Row>,
  matches: (value: unknown) => RawBuilder<number>,
) {
  const placeholder = {};
  let built: CompiledQuery<Row> | undefined;
  return (db: Db, value: unknown): CompiledQuery<Row> => {
    built ??= build(db, matches(placeholder)).compile();
    return { ...built, parameters: built.parameters.map((each) => (each === placeholder ? value : each)) };
  };
}
