import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { preparingClient } from './prepared.ts';

const { connection, db, stop } = await startApp();
afterAll(stop);

const WORD = 'kept_word';
const TABLE = 'changing_table';

/** Runs on a single connection, so that its prepared statements can be inspected. */
const onOneLine = <T>(action: (line: typeof db) => Promise<T>) => db.connection().execute(action);

const kept = async (line: typeof db, words: string) => {
  const { rows } = await sql<{ statement: string; times: number }>`
    select statement, generic_plans + custom_plans as times from pg_prepared_statements
    where statement like ${`%${words}%`} and statement not like '%pg_prepared_statements%' order by prepare_time`.execute(
    line,
  );
  return rows;
};

test('prepares a frequent statement once for each connection', () =>
  onOneLine(async (line) => {
    for (let turn = 0; turn < 12; turn++) {
      const { rows } = await sql`select ${turn}::int + 1 as ${sql.ref(WORD)}`.execute(line);
      expect(rows).toEqual([{ [WORD]: turn + 1 }]);
    }
    expect(await kept(line, WORD)).toEqual([{ statement: expect.stringContaining(WORD), times: 11 }]);
  }));

test('plans text searches each time', () =>
  onOneLine(async (line) => {
    for (let turn = 0; turn < 12; turn++)
      await sql`select id as never_kept from client where search like search_pattern(${'ana'})`.execute(line);
    expect(await kept(line, 'never_kept')).toEqual([]);
  }));

test('prepares again after a migration changed the table', () =>
  onOneLine(async (line) => {
    await sql`create temporary table ${sql.table(TABLE)} (id int)`.execute(line);
    const ask = () => sql`select *, ${1}::int as n from ${sql.table(TABLE)}`.execute(line);
    for (let turn = 0; turn < 8; turn++) await ask();
    await sql`alter table ${sql.table(TABLE)} add column name text`.execute(line);
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    await expect(ask()).resolves.toMatchObject({ rows: [] });
    expect(await kept(line, `n from "${TABLE}`)).toHaveLength(2);
  }));

test('more texts than have a place take the places of those used longest ago, which are freed', async () => {
  const pool = new Pool({ ...connection, Client: preparingClient(4), max: 1 });
  const client = await pool.connect();
  const often = async (...texts: string[]) => {
    for (const text of texts)
      for (let turn = 0; turn < 6; turn++) await client.query(`select $1::int as ${text}`, [turn]);
  };
  /** Within a transaction, whose beginning frees what was given up. */
  const held = async () => {
    await client.query('begin', []);
    const { rows } = await client.query<{ text: string }>(
      `select substring(statement from 'as (\\w+)$') as text from pg_prepared_statements
        where statement like 'select $1::int as%' order by prepare_time`,
      [],
    );
    await client.query('rollback', []);
    return rows.map(({ text }) => text);
  };
  await often('first', 'second', 'third', 'fourth', 'first', 'fifth');
  expect(await held()).toEqual(['first', 'third', 'fourth', 'fifth']);
  await often('second');
  expect((await held()).at(-1)).toBe('second');
  client.release();
  await pool.end();
});
