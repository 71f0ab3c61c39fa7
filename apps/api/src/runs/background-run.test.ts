import { problems } from '@morada/contract/problem';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#api/context.ts';
import { startApp } from '#test/harness.ts';
import { backgroundRun, type Work } from './background-run.ts';

const { REFUSED } = problems({ REFUSED: [409, 'Não pode'] });

/** A run over the numbers 1 to `size`, each written into a table of its own. */
describe('a background run', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const { db, deps } = app;
  await sql`create table counted (number int primary key, said text)`.execute(db);
  await sql`create table counting (id int primary key, status text, size int, done int)`.execute(db);

  type Counting = { id: number; status: string; size: number; done: number };
  const find = async (of: Db, id: number) =>
    (await sql<Counting>`select * from counting where id = ${id}`.execute(of)).rows[0];
  const setStatus = (of: Db, id: number, status: string) =>
    sql`update counting set status = ${status} where id = ${id}`.execute(of);

  /** Called before a number is written. */
  let before: (number: number, trx: Db) => Promise<unknown>;
  let ends = 0;

  const write = async (trx: Db, { id }: Counting, number: number, said: string) => {
    await sql`insert into counted values (${number}, ${said})`.execute(trx);
    await sql`update counting set done = done + 1 where id = ${id}`.execute(trx);
  };

  const counting = backgroundRun({
    name: 'counting',
    idIn: 'run',
    find: async (_, id: number) => {
      const run = await find(db, id);
      return run?.status === 'RUNNING' ? run : undefined;
    },
    forward: async (_, run): Promise<Work<number>> => ({
      portion: async () => {
        const { done = 0 } = (await find(db, run.id)) ?? {};
        return done < run.size ? done + 1 : undefined;
      },
      lock: async (trx, number) => {
        const { rows } = await sql<Counting>`select * from counting where id = ${run.id} for update`.execute(trx);
        if (rows[0]?.status !== 'RUNNING') return 'ENDED';
        return rows[0].done === number - 1 ? 'MINE' : 'CARRIED';
      },
      carry: async (trx, number) => {
        await before(number, trx);
        await write(trx, run, number, 'carried');
        return 1;
      },
      refuse: (trx, number, problem) => write(trx, run, number, problem.message),
      finish: async () => {
        ends += 1;
        await setStatus(db, run.id, 'DONE');
      },
    }),
    fail: (of, id) => setStatus(of, id, 'FAILED'),
    stranded: async (trx) =>
      (
        await sql<{ id: number }>`select id from counting where status = 'RUNNING' for update skip locked`.execute(trx)
      ).rows.map(({ id }) => id),
  });

  beforeEach(async () => {
    before = async () => {};
    ends = 0;
    await sql`delete from counted`.execute(db);
    await sql`delete from counting`.execute(db);
    await sql`insert into counting values (1, 'RUNNING', 4, 0)`.execute(db);
  });

  const counted = async () =>
    (await sql<{ number: number; said: string }>`select * from counted order by number`.execute(db)).rows.map(
      ({ number, said }) => `${number} ${said}`,
    );
  const ALL = ['1 carried', '2 carried', '3 carried', '4 carried'];
  const jobs = async () =>
    (
      await sql<{ payload: unknown; max_attempts: number; key: string }>`
        select payload, max_attempts, key from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'counting'`.execute(db)
    ).rows;

  test('carries each portion in a transaction of its own, then ends', async () => {
    expect(await counting.carryOut(deps, 1)).toBe(4);
    expect(await counted()).toEqual(ALL);
    expect([await find(db, 1), ends]).toMatchObject([{ status: 'DONE', done: 4 }, 1]);
    expect(await counting.carryOut(deps, 1)).toBe(0);
  });

  test('keeps what was carried when a worker dies, and continues there', async () => {
    before = async (number) => {
      if (number === 3) throw new Error('killed');
    };
    await expect(counting.carryOut(deps, 1)).rejects.toThrow('killed');
    expect(await counted()).toEqual(ALL.slice(0, 2));
    before = async () => {};
    expect(await counting.carryOut(deps, 1)).toBe(2);
    expect(await counted()).toEqual(ALL);
  });

  test('passes over a portion that a rule refuses, with the reason and nothing else of it', async () => {
    before = async (number, trx) => {
      if (number !== 2) return;
      await sql`insert into counted values (99, 'half done')`.execute(trx);
      throw REFUSED();
    };
    expect(await counting.carryOut(deps, 1)).toBe(3);
    expect(await counted()).toEqual(['1 carried', '2 Não pode', '3 carried', '4 carried']);
  });

  test('tries a portion again after a deadlock', async () => {
    let deadlocks = 2;
    before = async (number, trx) => {
      if (number !== 2 || deadlocks === 0) return;
      deadlocks -= 1;
      await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx);
    };
    await counting.carryOut(deps, 1);
    expect(await counted()).toEqual(ALL);
  });

  test('is shared by workers, each portion once', async () => {
    const records = await Promise.all(Array.from({ length: 5 }, () => counting.carryOut(deps, 1)));
    expect(records.reduce((sum, one) => sum + one, 0)).toBe(4);
    expect(await counted()).toEqual(ALL);
  });

  test('that ended elsewhere is left as it is', async () => {
    before = async (number, trx) => {
      if (number === 2) await setStatus(trx, 1, 'FAILED');
    };
    expect(await counting.carryOut(deps, 1)).toBe(2);
    expect(await counted()).toEqual(ALL.slice(0, 2));
    expect([await find(db, 1), ends]).toMatchObject([{ status: 'FAILED' }, 0]);
  });

  test('is given up only when the last attempt fails', async () => {
    before = async () => {
      throw new Error('disk full');
    };
    await expect(counting.work(deps, { run: 1 }, false)).rejects.toThrow('disk full');
    expect(await find(db, 1)).toMatchObject({ status: 'RUNNING' });
    await expect(counting.work(deps, { run: 1 }, true)).rejects.toThrow('disk full');
    expect(await find(db, 1)).toMatchObject({ status: 'FAILED' });
  });

  test('whose worker died gets one job again; one with a live worker gets none', async () => {
    await counting.resume(deps);
    await counting.resume(deps);
    expect(await jobs()).toEqual([{ payload: { run: 1 }, max_attempts: 3, key: 'counting:1' }]);
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await db.transaction().execute(async (trx) => {
      await sql`select from counting for update`.execute(trx);
      await counting.resume(deps);
    });
    expect(await jobs()).toEqual([]);
  });
});
