import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { inOneTrip, withNext } from './round-trips.ts';

const { db, connection, stop } = await startApp();
afterAll(stop);

beforeAll(async () => {
  await sql`create table note (id int primary key, text text not null)`.execute(db);
  await sql`create sequence turns`.execute(db);
});

/** Turns of which the first are sent one by one, until the connection has prepared the statements. */
const TURNS = Array.from({ length: 12 }, (_, turn) => turn);

const note = (id: number, text: string | null) => sql`insert into note (id, text) values (${id}, ${text})`;
const noted = async () =>
  (await sql<{ id: number }>`select id from note order by id`.execute(db)).rows.map(({ id }) => id);
const clear = () => sql`truncate note`.execute(db);

test('a statement goes with the next one of its transaction, and its rows come with it', async () => {
  for (const turn of TURNS) {
    const { rows, before, after } = await db.transaction().execute(async (trx) => {
      const rows = await withNext(trx, sql<{ turn: number }>`select nextval('turns')::int as turn`.compile(trx));
      const before = rows.length;
      const { rows: next } = await sql<{ turn: number }>`select currval('turns')::int as turn`.execute(trx);
      return { rows, before, after: next };
    });
    expect(before).toBe(0);
    expect(rows).toEqual([{ turn: turn + 1 }]);
    expect(after).toEqual(rows);
  }
});

test('the last one of a transaction goes with COMMIT', async () => {
  for (const turn of TURNS)
    await db.transaction().execute(async (trx) => {
      await withNext(trx, note(turn, 'kept').compile(trx));
    });
  expect(await noted()).toEqual(TURNS);
  await clear();
});

test('outside of a transaction it is carried out at once', async () => {
  await withNext(db, note(1, 'at once').compile(db));
  expect(await noted()).toEqual([1]);
  await clear();
});

test('an error is thrown by the next statement, and nothing is kept', async () => {
  for (const turn of TURNS) {
    const failing = db.transaction().execute(async (trx) => {
      await note(turn, 'before').execute(trx);
      await withNext(trx, note(100 + turn, null).compile(trx));
      await note(200 + turn, 'after').execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    const committing = db.transaction().execute(async (trx) => {
      await note(turn, 'before').execute(trx);
      await withNext(trx, note(100 + turn, null).compile(trx));
    });
    await expect(committing).rejects.toMatchObject({ code: '23502' });
  }
  expect(await noted()).toEqual([]);
});

test('a transaction that is given up before its first statement leaves its connection outside of one', () =>
  db.connection().execute(async (line) => {
    for (const turn of TURNS) {
      const givenUp = line.transaction().execute(async (trx) => {
        await withNext(trx, note(turn, 'given up').compile(trx));
        throw new Error('given up');
      });
      await expect(givenUp).rejects.toThrow('given up');
      await line.transaction().execute(async () => {});
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(line);
      const state = sql`select state from pg_stat_activity where pid = ${rows[0]?.pid}`;
      expect((await state.execute(db)).rows).toEqual([{ state: 'idle' }]);
    }
    expect(await noted()).toEqual([]);
  }));

test('of statements in one round trip, those after a failed one are not carried out', async () => {
  const client = new Client(connection);
  await client.connect();
  // As when BEGIN fails: without it, a statement by itself would be kept.
  const text = 'select 1 / $1::int';
  await client.query({ name: 'quotient', text }, [1]);
  const last = { name: undefined, text: 'insert into note (id, text) values ($1, $2)', values: [1, 'alone'] };
  const failing = inOneTrip([{ name: 'quotient', text, values: [0] }], last);
  client.query(failing.query);
  await expect(failing.results).rejects.toMatchObject({ code: '22012' });
  expect(await noted()).toEqual([]);
  const working = inOneTrip([{ name: 'quotient', text, values: [1] }], last);
  client.query(working.query);
  expect(await working.results).toMatchObject([{ rows: [{ '?column?': 1 }] }, { command: 'INSERT', rowCount: 1 }]);
  expect(await noted()).toEqual([1]);
  await client.end();
  await clear();
});
