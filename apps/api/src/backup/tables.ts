import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';

/** A table and its columns, without generated ones. */
export type Table = { name: string; columns: { name: string; type: string }[] };
/** Values in PostgreSQL's text format; null is NULL. */
export type Row = (string | null)[];
export type Sequence = { name: string; last_value: string | null };

/** Approximate memory of one batch of rows, in bytes. */
const BATCH_BYTES = 4_000_000;
const FIRST_ROWS = 50;
const MAX_ROWS = 5_000;

const AS_WRITTEN = { getTypeParser: () => (value: string) => value };

const named = (table: string) => `public.${escapeIdentifier(table)}`;
const listed = (columns: readonly { name: string }[]) => columns.map(({ name }) => escapeIdentifier(name)).join(', ');

/** Sets formats to fixed values, so that text is the same on every server, and lifts timeouts meant for requests. */
export async function prepareSession(client: ClientBase) {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
}

/**
 * Application tables, by name. The job queue is left out: pending work is recorded in application tables and enqueued
 * again.
 */
export async function findTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Table['columns'] }>(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid, c.relname
    order by c.relname collate "C"`);
  return rows;
}

export async function findSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** Rows of a table by a cursor, in batches adapted to their size. */
export async function* readRows(client: ClientBase, { name, columns }: Table): AsyncGenerator<Row[]> {
  await client.query(`declare reading no scroll cursor for select ${listed(columns)} from ${named(name)}`);
  for (let wanted = FIRST_ROWS; ; ) {
    const { rows } = await client.query<Row>({
      text: `fetch ${wanted} from reading`,
      rowMode: 'array',
      types: AS_WRITTEN,
    });
    if (rows.length === 0) break;
    yield rows;
    const size = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length;
    wanted = Math.max(1, Math.min(MAX_ROWS, Math.floor(BATCH_BYTES / size)));
  }
  await client.query('close reading');
}

const sizeOf = (row: Row) => row.reduce((sum, value) => sum + (value?.length ?? 0) + 8, 0);

/** Inserts batches of rows unchanged. Returns their number. */
export async function writeRows(client: ClientBase, { name, columns }: Table, batches: AsyncIterable<Row[]>) {
  const places = columns.map((_, index) => `$${index + 1}::text[]`);
  const values = columns.map(({ type }, index) => `given.c${index}::${type}`);
  const text = `insert into ${named(name)} (${listed(columns)}) overriding system value
    select ${values.join(', ')} from unnest(${places.join(', ')}) as given (${columns.map((_, index) => `c${index}`)})`;
  let written = 0;
  for await (const rows of batches) {
    await client.query(
      text,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
    written += rows.length;
  }
  return written;
}

/**
 * Truncates every table and runs `fill`, inside the caller's transaction. Foreign keys are dropped and added again
 * afterwards, which validates every row; triggers are disabled, so that they don't count rows twice.
 */
export async function refill(client: ClientBase, tables: readonly Table[], fill: () => Promise<void>) {
  const names = tables.map(({ name }) => named(name));
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select relname as table, conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
    order by relname, conname`);
  for (const { table, name } of keys)
    await client.query(`alter table ${named(table)} drop constraint ${escapeIdentifier(name)}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  await fill();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${named(table)} add constraint ${escapeIdentifier(name)} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

/** Sets sequences to the given positions. */
export async function advance(client: ClientBase, sequences: readonly Sequence[]) {
  for (const { name, last_value } of sequences)
    if (last_value !== null) await client.query('select setval($1::regclass, $2::bigint)', [named(name), last_value]);
}

/** Checksum of a table's rows, independent of their order. */
export async function sumOf(client: ClientBase, { name, columns }: Table): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${listed(columns)})::text collate "C", 0)::numeric), 0)
       as sum from ${named(name)}`,
  );
  return rows[0]?.sum ?? '';
}

/** Whether a database has no objects. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (
      select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) as empty`);
  return rows[0]?.empty === true;
}
