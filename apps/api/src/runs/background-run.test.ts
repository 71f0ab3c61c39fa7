import { problems } from '@morada/contract/base/problem';
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

  const write = async (trx: Db, { id }: Counting, numbers: number[], said: string) => {
    for (const number of numbers) await sql`insert into counted values (${number}, ${said})`.execute(trx);
    await sql`update counting set done = done + ${numbers.length} where id = ${id}`.execute(trx);
    return numbers.length;
  };

  /** In blocks of at most `size` numbers. */
  const countingOf = (size: number) =>
    backgroundRun({
      name: 'counting',
      idIn: 'run',
      find: async (_, id: number) => {
        const run = await find(db, id);
        return run?.status === 'RUNNING' ? run : undefined;
      },
      forward: async (_, run): Promise<Work<number[]>> => ({
        portion: async () => {
          const { done = 0 } = (await find(db, run.id)) ?? {};
          const next = Array.from({ length: Math.min(size, run.size - done) }, (_gone, index) => done + 1 + index);
          return next.length > 0 ? next : undefined;
        },
        lock: async (trx, numbers) => {
          const { rows } = await sql<Counting>`select * from counting where id = ${run.id} for update`.execute(trx);
          if (rows[0]?.status !== 'RUNNING') return 'ENDED';
          return rows[0].done + 1 === numbers[0] ? 'MINE' : 'CARRIED';
        },
        carry: async (trx, numbers) => {
          for (const number of numbers) await before(number, trx);
          return write(trx, run, numbers, 'carried');
        },
        refuse: (trx, numbers, problem) => write(trx, run, numbers, problem.message),
        divide: (numbers) => numbers.map((number) => [number]),
        finish: async () => {
          ends += 1;
          await setStatus(db, run.id, 'DONE');
        },
      }),
      fail: ({ db: of }, id) => setStatus(of, id, 'FAILED'),
      stranded: async (trx) =>
        (
          await sql<{ id: number }>`select id from counting where status = 'RUNNING' for update skip locked`.execute(
            trx,
          )
        ).rows.map(({ id }) => id),
    });
  const counting = countingOf(1);

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

  describe('in blocks', () => {
    const inBlocks = countingOf(3);
    /** Errors for which a block was divided. */
    let divided: string[];
    const carryOut = () => {
      divided = [];
      return inBlocks.carryOut(deps, 1, (error) => divided.push((error as Error).message));
    };
    const deadlock = (trx: Db) => sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx);

    test('carries a block in one transaction with its progress', async () => {
      const steps: number[] = [];
      before = async () => {
        steps.push((await find(db, 1))?.done ?? 0);
      };
      expect(await carryOut()).toBe(4);
      expect(await counted()).toEqual(ALL);
      expect([steps, divided, ends]).toEqual([[0, 0, 0, 3], [], 1]);
    });

    test('refuses only the record that a rule refuses', async () => {
      before = async (number, trx) => {
        if (number !== 2) return;
        await sql`insert into counted values (99, 'half done')`.execute(trx);
        throw REFUSED();
      };
      expect(await carryOut()).toBe(3);
      expect(await counted()).toEqual(['1 carried', '2 Não pode', '3 carried', '4 carried']);
      expect(divided).toEqual(['Não pode']);
    });

    test('fails only at the faulty record, keeps those before it and continues there', async () => {
      before = async (number) => {
        if (number === 3) throw new Error('faulty');
      };
      await expect(carryOut()).rejects.toThrow('faulty');
      expect(await counted()).toEqual(ALL.slice(0, 2));
      before = async () => {};
      expect(await carryOut()).toBe(2);
      expect(await counted()).toEqual(ALL);
    });

    test('carries record by record a block that meets deadlock after deadlock', async () => {
      let held = 3;
      before = async (number, trx) => {
        if (number !== 3 || held === 0) return;
        held -= 1;
        await deadlock(trx);
      };
      expect(await carryOut()).toBe(4);
      expect(await counted()).toEqual(ALL);
      expect([divided.length, held]).toEqual([1, 0]);
    });

    test('is shared by workers, each record once', async () => {
      const records = await Promise.all(Array.from({ length: 5 }, carryOut));
      expect(records.reduce((sum, one) => sum + one, 0)).toBe(4);
      expect(await counted()).toEqual(ALL);
    });

    test('that ended elsewhere is left as it is, also while a block is divided', async () => {
      before = async (number, trx) => {
        if (number === 2) await setStatus(trx, 1, 'FAILED');
        if (number === 3) throw new Error('faulty');
      };
      expect(await carryOut()).toBe(2);
      expect(await counted()).toEqual(ALL.slice(0, 2));
      expect(ends).toBe(0);
    });
  });

  describe('in lanes', () => {
    /** Two lanes, of even and odd numbers, in portions of one number. */
    const inLanes = backgroundRun({
      name: 'counting-in-lanes',
      find: async () => {
        const run = await find(db, 1);
        return run?.status === 'RUNNING' ? run : undefined;
      },
      forward: async (_, run): Promise<Work<number>> => ({
        lanes: [1, 0].map((rest) => ({
          portion: async () => {
            const { rows } = await sql<{ number: number }>`
              select number from generate_series(1, ${run.size}::int) as number
              where number % 2 = ${rest} and number not in (select number from counted) limit 1`.execute(db);
            return rows[0]?.number;
          },
          lock: async () => 'MINE',
          carry: async (trx, number) => {
            await before(number, trx);
            return write(trx, run, [number], 'carried');
          },
        })),
        finish: async () => {
          ends += 1;
          await setStatus(db, 1, 'DONE');
        },
      }),
      fail: ({ db: of }) => setStatus(of, 1, 'FAILED'),
    });

    test('works on the lanes at the same time, and ends when none has a portion left', async () => {
      const [odd, even] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // Each of the first two waits for the other one.
      before = async (number) => {
        if (number === 1) {
          odd.resolve();
          await even.promise;
        }
        if (number === 2) {
          even.resolve();
          await odd.promise;
        }
      };
      expect(await inLanes.carryOut(deps)).toBe(4);
      expect(await counted()).toEqual(ALL);
      expect([await find(db, 1), ends]).toMatchObject([{ status: 'DONE', done: 4 }, 1]);
    });

    test('throws the error of one lane when the other has carried its portions, and continues there', async () => {
      before = async (number) => {
        if (number === 1) throw new Error('faulty');
      };
      await expect(inLanes.carryOut(deps)).rejects.toThrow('faulty');
      expect(await counted()).toEqual(['2 carried', '4 carried']);
      expect([await find(db, 1), ends]).toMatchObject([{ status: 'RUNNING' }, 0]);
      before = async () => {};
      expect(await inLanes.carryOut(deps)).toBe(2);
      expect(await counted()).toEqual(ALL);
    });
  });
});
