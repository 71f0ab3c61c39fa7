import { type ClientBase, escapeIdentifier } from 'pg';

/** Stored sizes of a photograph; the medium one is generated on demand. */
const sizesOf = (key: string) => [`image/full/${key}.jpg`, `image/thumb/${key}.jpg`];

/** Columns that refer to files, and the storage keys of a value. A test finds columns that are missing here. */
export const FILE_COLUMNS: readonly { table: string; column: string; keys: (value: string) => string[] }[] = [
  { table: 'property_image', column: 'key', keys: sizesOf },
  { table: 'post', column: 'image', keys: sizesOf },
  { table: 'stored_file', column: 'key', keys: (key) => [key] },
  { table: 'agency', column: 'logo', keys: (key) => [key] },
  { table: 'agency', column: 'logo_dark', keys: (key) => [key] },
  { table: 'agency', column: 'icon', keys: (key) => [key] },
  { table: 'agency', column: 'cover', keys: sizesOf },
  { table: 'installation_key', column: 'key', keys: (key) => [key] },
  { table: 'fiscal_file', column: 'key', keys: (key) => [key] },
];

/** Folders of all stored files. */
export const FILE_FOLDERS = ['agency', 'document', 'fiscal', 'image', 'secret'] as const;

/** Sizes of the agency's pictures, made on demand: `agency/icon-32/NAME.png` from `agency/NAME.png`. */
const VARIANT = /^agency\/[a-z0-9-]+\/([\w-]+)\.(?:png|jpg)$/;

/** `named`: from `findFileKeys`. A file made on demand from another counts as named with that one. */
export function isNamed(named: ReadonlySet<string>, key: string) {
  const name = VARIANT.exec(key)?.[1];
  if (name) return named.has(`agency/${name}.png`) || named.has(`image/full/${name}.jpg`);
  return named.has(key.replace(/^image\/medium\//, 'image/full/'));
}

/** Every file that a row refers to, as of the caller's transaction. Columns that an older schema lacks are skipped. */
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
