import { type ClientBase, escapeIdentifier } from 'pg';

/** A photograph lies there in two sizes; the one between them is made when it is first looked at. */
const sizesOf = (key: string) => [`image/full/${key}.jpg`, `image/thumb/${key}.jpg`];

/** Columns that name files, and what each value is called in the storage. A test looks for columns that are left out. */
export const FILE_COLUMNS: readonly { table: string; column: string; keys: (value: string) => string[] }[] = [
  { table: 'property_image', column: 'key', keys: sizesOf },
  { table: 'post', column: 'image', keys: sizesOf },
  { table: 'stored_file', column: 'key', keys: (key) => [key] },
  { table: 'agency', column: 'logo', keys: (key) => [key] },
  { table: 'installation_key', column: 'key', keys: (key) => [key] },
];

/** Where those lie, each with all that is under it. */
export const FILE_FOLDERS = ['agency', 'document', 'image', 'secret'] as const;

/** `named` as of `findFileKeys`: the middle size of a photograph goes with it. */
export const isNamed = (named: ReadonlySet<string>, key: string) =>
  named.has(key.replace(/^image\/medium\//, 'image/full/'));

/** Every file that a row speaks of, as of the caller's transaction. A schema that has a column not yet has no files there. */
export async function findFileKeys(client: ClientBase): Promise<Set<string>> {
  const { rows: there } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const columns = new Set(there.map(({ name }) => name));
  const found = new Set<string>();
  for (const { table, column, keys } of FILE_COLUMNS) {
    if (!columns.has(`${table}.${column}`)) continue;
    const name = escapeIdentifier(column);
    const { rows } = await client.query<{ value: string }>(
      `select ${name} as value from public.${escapeIdentifier(table)} where ${name} is not null order by 1`,
    );
    for (const { value } of rows) for (const key of keys(value)) found.add(key);
  }
  return found;
}
