/**
 * A value that cannot be missing unless the code is wrong, such as the id of a row that a statement has just returned.
 * @throws Error where it is missing: a default of 0 would name a record that does not exist.
 */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
