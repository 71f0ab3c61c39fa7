import * as z from 'zod/mini';

/** Goes up when an older Morada could no longer read what is written. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const MANIFEST_SUM = 'manifest.sha256';

export const tableEntry = (table: string) => `tables/${table}.ndjson`;
export const fileEntry = (key: string) => `files/${key}`;

const count = z.int().check(z.gte(0));
/** What an entry holds, unpacked: bytes, and their SHA-256 in hexadecimal. */
const print = { bytes: count, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) };

/** What is in the archive and what each part has to be. Written last, once all of it is known. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** The schema: every migration that the database had been through, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).check(z.minLength(1)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, ...print })),
  /** Where each sequence stands; null: nobody asked it yet. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.nullable(z.string().check(z.regex(/^-?\d+$/))) })),
  files: z.array(z.object({ key: z.string(), ...print })),
  /** Keys that rows speak of and the storage no longer had. */
  missing: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
