import { PrimaryClient } from './primary.ts';
import { inOneTrip, isHeld, isOpening, type Statement } from './round-trips.ts';

/** Executions after which a statement is prepared; statements built only once are not worth it. */
const PREPARE_AFTER = 5;
/** Upper bound of prepared statements for each connection: lists of ids of every length must not fill it. */
const MAX_PREPARED = 400;
const MAX_COUNTED = 2_000;

/** Text searches are planned each time: the plan for a rare word is wrong for a common one, and vice versa. */
const TEXT_SEARCH = /\blike\b|search_pattern/i;

/** A migration changed the table of a cached plan: the statement is prepared again under another name. */
const CACHED_PLAN_CHANGED = '0A000';

/** Names of frequent statements, shared by all connections of a pool. */
function openNames() {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  let given = 0;

  function rename(text: string): string {
    const name = `m${given++}`;
    names.set(text, name);
    return name;
  }

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED || TEXT_SEARCH.test(text)) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < PREPARE_AFTER) {
      if (counts.size >= MAX_COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    return rename(text);
  }

  return {
    nameOf,
    changed: (text: string, name: string) => {
      if (names.get(text) === name) rename(text);
    },
  };
}

/** Answer to a statement that was not sent. */
const answer = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] });

/**
 * Client class that prepares frequent statements (`PREPARE`): planning the invoice list takes longer than reading it
 * (decision 35). Statements that are held are sent with the next one (decision 124). Others run as in the driver.
 */
export function preparingClient(): typeof PrimaryClient {
  const names = openNames();
  return class extends PrimaryClient {
    readonly #prepared = new Set<string>();
    #held: Statement[] = [];

    // The driver's overloads have no more specific common type.
    override query(...asked: never[]): never {
      const [text, values, done]: unknown[] = asked;
      if (typeof text !== 'string' || !Array.isArray(values) || done !== undefined)
        return (super.query as (...asked: unknown[]) => unknown).apply(this, asked) as never;
      return this.#run({ text, values, name: names.nameOf(text) }) as never;
    }

    #run(statement: Statement): Promise<unknown> {
      if (isHeld(statement)) {
        this.#held.push(statement);
        return answer('BEGIN');
      }
      const held = this.#held;
      if (held.length === 0) return this.#send([], statement);
      this.#held = [];
      if (statement.text === 'rollback')
        return held.some(isOpening) ? answer('ROLLBACK') : this.#send([], statement);
      if (statement.text === 'commit' && held.every(isOpening)) return answer('COMMIT');
      const isPrepared = ({ name }: Statement) => name !== undefined && this.#prepared.has(name);
      return held.every(isPrepared) ? this.#send(held, statement) : this.#sendEach([...held, statement]);
    }

    /** Sends statements one by one until the connection has prepared them. */
    async #sendEach(statements: readonly Statement[]) {
      let last: unknown;
      for (const statement of statements) last = await this.#send([], statement);
      return last;
    }

    #send(before: readonly Statement[], statement: Statement): Promise<unknown> {
      return this.#ask(before, statement).then(
        (result) => {
          if (statement.name !== undefined) this.#prepared.add(statement.name);
          return result;
        },
        (error) => {
          if (error.code === CACHED_PLAN_CHANGED)
            for (const { text, name } of [...before, statement]) if (name !== undefined) names.changed(text, name);
          throw error;
        },
      );
    }

    #ask(before: readonly Statement[], statement: Statement): Promise<unknown> {
      const { text, values, name } = statement;
      if (before.length === 0) return name === undefined ? super.query(text, values) : super.query({ name, text }, values);
      return new Promise((resolve, reject) => {
        super.query(inOneTrip(before, statement, (error, result) => (error ? reject(error) : resolve(result))));
      });
    }
  };
}
