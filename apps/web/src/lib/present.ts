/**
 * A value that a form can't be sent without, such as the id of the record that it changes.
 * @throws Error where it is missing: a default of 0 would name a record that does not exist.
 */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
