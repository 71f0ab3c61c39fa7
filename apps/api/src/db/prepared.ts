import { Client } from 'pg';

/** Asked so often, a statement is worth keeping; what is put together once and never again is not. */
const OFTEN = 5;
/** Each line to the database keeps the plans of these; lists of ids of every length must not fill it. */
const MOST = 400;
const MOST_COUNTED = 2_000;

/**
 * A search is planned for the words that were typed, each time: the plan for a rare word is the wrong one for a common
 * word, and the other way round.
 */
const HANGS_ON_WORDS = /\blike\b|search_pattern/i;

/** A newer server changed the table beneath a kept plan: the statement is planned anew under another name. */
const CHANGED_BENEATH = '0A000';

/** The names of the statements that come often, for all lines of one pool. */
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
    if (known !== undefined || names.size >= MOST || HANGS_ON_WORDS.test(text)) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (counts.size >= MOST_COUNTED) counts.clear();
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
 * The lines of one pool, on which statements that come often are planned once (`PREPARE`): planning the invoice list takes
 * longer than reading it (decision 35). The rest is as in the driver.
 */
export function preparingClient(): typeof Client {
  const names = openNames();
  return class extends Client {
    // The driver's overloads have no common type that says more.
    override query(...asked: never[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => Promise<unknown>;
      const [text, values, done]: unknown[] = asked;
      if (typeof text !== 'string' || !Array.isArray(values) || done !== undefined) return ask(...asked) as never;
      const name = names.nameOf(text);
      if (name === undefined) return ask(text, values) as never;
      return ask({ name, text }, values).catch((error) => {
        if (error.code === CHANGED_BENEATH) names.changed(text, name);
        throw error;
      }) as never;
    }
  };
}
