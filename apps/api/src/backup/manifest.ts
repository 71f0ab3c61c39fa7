import * as z from 'zod/mini';

/** Format version; raised when older versions of Morada can no longer read it. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const MANIFEST_SUM = 'manifest.sha256';

export const tableEntry = (table: string) => `tables/${table}.ndjson`;
export const fileEntry = (key: string) => `files/${key}`;

const count = z.int().check(z.gte(0));
/** Size and SHA-256 (hexadecimal) of an entry's uncompressed content. */
const print = { bytes: count, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) };

/** Contents of the archive with their checksums. Written last, once all of it is known. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** Schema version: every applied migration, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).check(z.minLength(1)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, ...print })),
  /** Position of each sequence; null if it was never used. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.nullable(z.string().check(z.regex(/^-?\d+$/))) })),
  files: z.array(z.object({ key: z.string(), ...print })),
  /** Keys that rows refer to and the storage lacked. */
  missing: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
