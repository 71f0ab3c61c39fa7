import { PrimaryClient } from './primary.ts';

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

/**
 * Client class that prepares frequent statements (`PREPARE`): planning the invoice list takes longer than reading it
 * (decision 35). Other statements run as in the driver.
 */
export function preparingClient(): typeof PrimaryClient {
  const names = openNames();
  return class extends PrimaryClient {
    // The driver's overloads have no more specific common type.
    override query(...asked: never[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => Promise<unknown>;
      const [text, values, done]: unknown[] = asked;
      if (typeof text !== 'string' || !Array.isArray(values) || done !== undefined) return ask(...asked) as never;
      const name = names.nameOf(text);
      if (name === undefined) return ask(text, values) as never;
      return ask({ name, text }, values).catch((error) => {
        if (error.code === CACHED_PLAN_CHANGED) names.changed(text, name);
        throw error;
      }) as never;
    }
  };
}
