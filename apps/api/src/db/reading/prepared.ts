import type { QueryResult } from 'pg';
import { PrimaryClient } from '../connection/primary.ts';
import { inOneTrip, isHeld, isOpening, type Statement } from '../connection/round-trips.ts';

/** The execution that prepares a statement; statements built only once are not worth it. */
const PREPARE_AT = 2;
/**
 * Upper bound of prepared statements. Beyond it the one that was used longest ago gives up its place, so that texts of a
 * former hour never keep those of this one from being prepared.
 */
const MAX_PREPARED = 400;
const MAX_COUNTED = 2_000;

/** Text searches are planned each time: the plan for a rare word is wrong for a common one, and vice versa. */
const TEXT_SEARCH = /\blike\b|search_pattern/i;

/** A migration changed the table of a cached plan: the statement is prepared again under another name. */
const CACHED_PLAN_CHANGED = '0A000';

/** Names of frequent statements, shared by all connections of a pool. */
function openNames(most: number) {
  /** By text, the one used longest ago first. */
  const names = new Map<string, string>();
  const live = new Set<string>();
  const counts = new Map<string, number>();
  let given = 0;

  let retirements = 0;

  function retire(text: string) {
    live.delete(names.get(text) ?? '');
    names.delete(text);
    retirements += 1;
  }

  function rename(text: string): string {
    const name = `m${given++}`;
    names.set(text, name);
    live.add(name);
    return name;
  }

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) {
      names.delete(text);
      names.set(text, known);
      return known;
    }
    if (TEXT_SEARCH.test(text)) return undefined;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < PREPARE_AT) {
      if (counts.size >= MAX_COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const [oldest] = names.keys();
    if (names.size >= most && oldest !== undefined) retire(oldest);
    return rename(text);
  }

  return {
    nameOf,
    changed: (text: string, name: string) => {
      if (names.get(text) !== name) return;
      retire(text);
      rename(text);
    },
    isLive: (name: string) => live.has(name),
    /** Number of names that were given up so far. A name is never given again. */
    retirements: () => retirements,
  };
}

/** A statement to be sent with the next one, and the result that its caller has already, to be filled later. */
type Held = { statement: Statement; result: { command: string; rows: unknown[] } };

const resultOf = (command: string) => ({ command, rowCount: null, rows: [] });

const opens = ({ statement }: Held) => isOpening(statement);

/**
 * Client class that prepares frequent statements (`PREPARE`): planning the invoice list takes longer than reading it
 * (docs/decisions/performance.md). BEGIN and the statements of `withNext` are sent with the next statement. Others run as
 * in the driver.
 */
export function preparingClient(most = MAX_PREPARED): typeof PrimaryClient {
  const names = openNames(most);
  return class extends PrimaryClient {
    readonly #prepared = new Set<string>();
    /** Names given up, as far as this connection has freed their statements. */
    #freed = names.retirements();
    #held: Held[] = [];

    // The driver's overloads have no more specific common type.
    override query(...asked: never[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => unknown;
      const [text, values, done]: unknown[] = asked;
      if (typeof text !== 'string' || !Array.isArray(values) || done !== undefined) return ask(...asked) as never;
      return this.#run({ text, values, name: names.nameOf(text) }) as never;
    }

    async #run(statement: Statement): Promise<unknown> {
      // Outside of a transaction, which may have failed and would refuse it.
      if (isOpening(statement)) this.#freeRetired();
      if (isHeld(statement)) {
        const result = resultOf('HELD');
        this.#held.push({ statement, result });
        return result;
      }
      const held = this.#held;
      if (held.length === 0) return this.#send(statement);
      this.#held = [];
      // A transaction that has not sent its BEGIN has nothing to end.
      if (statement.text === 'rollback') return held.some(opens) ? resultOf('ROLLBACK') : this.#send(statement);
      if (statement.text === 'commit' && held.every(opens)) return resultOf('COMMIT');
      const results = await this.#sendAll(
        held.map((one) => one.statement),
        statement,
      );
      for (const [index, { result }] of held.entries()) result.rows.push(...(results[index]?.rows ?? []));
      return results.at(-1);
    }

    /** Texts by name that the driver holds; its types don't name them. */
    get #parsed() {
      return (this.connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements;
    }

    /** Frees the statements of names that were given up; sent before anything else, and awaited by none. */
    #freeRetired() {
      if (this.#freed === names.retirements()) return;
      this.#freed = names.retirements();
      const retired = [...this.#prepared].filter((name) => !names.isLive(name));
      for (const name of retired) {
        this.#prepared.delete(name);
        delete this.#parsed[name];
      }
      if (retired.length > 0)
        super.query(retired.map((name) => `deallocate ${name}`).join(';')).catch(() => {
          // The connection is lost, and its statements with it.
        });
    }

    /** Sends statements in one round trip when the connection has prepared all but the last one. */
    async #sendAll(before: readonly Statement[], last: Statement): Promise<QueryResult[]> {
      if (before.every(({ name }) => name !== undefined && this.#prepared.has(name))) {
        const { query, results } = inOneTrip(before, last);
        super.query(query);
        return this.#noting([...before, last], results);
      }
      const results: QueryResult[] = [];
      for (const statement of [...before, last]) results.push(await this.#send(statement));
      return results;
    }

    #send(statement: Statement): Promise<QueryResult> {
      const { text, values, name } = statement;
      if (name === undefined) return super.query(text, values);
      return this.#noting([statement], super.query({ name, text }, values));
    }

    /** Notes what the connection has prepared, and which plans a migration has changed. */
    async #noting<Result>(statements: readonly Statement[], asked: Promise<Result>): Promise<Result> {
      const named = statements.flatMap(({ name, text }) => (name === undefined ? [] : { name, text }));
      try {
        const result = await asked;
        for (const { name } of named) this.#prepared.add(name);
        return result;
      } catch (error) {
        if ((error as { code?: string }).code === CACHED_PLAN_CHANGED)
          for (const { text, name } of named) names.changed(text, name);
        throw error;
      }
    }
  };
}
