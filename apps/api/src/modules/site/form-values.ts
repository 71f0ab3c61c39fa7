/** A form as it was typed, and what is wrong with it by field. */
export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** One text per field, lines ending as ours do: whatever else comes in a form is not part of it. */
export function readValues(body: unknown): Values {
  const texts = Object.entries(body ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/\r\n?/g, '\n')]));
}
