import type { Db } from '../../context.ts';

/** Makes a value once for each database that a process serves, such as a queue of its calls. */
export function perDatabase<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, { value: T }>();
  return (db) => {
    const found = made.get(db) ?? { value: make(db) };
    made.set(db, found);
    return found.value;
  };
}
