import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A server that answers on command. */
function desk({
  atOnce = 2,
  most = 3,
  splits = () => true,
}: {
  atOnce?: number;
  most?: number;
  splits?: () => boolean;
} = {}) {
  const sets: string[] = [];
  const ends = new Map<string, { resolve: (results: string[]) => void; reject: (error: Error) => void }>();
  const call = coalesce<string, string>(
    (calls) =>
      new Promise((resolve, reject) => {
        const set = calls.join('');
        sets.push(set);
        ends.set(set, { resolve, reject });
      }),
    { atOnce, most, splits },
  );
  const end = (set: string) => ends.get(set)?.resolve([...set].map((name) => name.toUpperCase()));
  const fail = (set: string) => ends.get(set)?.reject(new Error(`${set} failed`));
  return { sets, call, end, fail };
}

test('a call starts at once when no set is in flight; those that find no free place wait for the next set', async () => {
  const { sets, call, end } = desk();
  const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call(name));
  expect(sets).toEqual(['a', 'b']);
  end('a');
  expect(await answers[0]).toBe('A');
  await expect.poll(() => sets).toEqual(['a', 'b', 'cde']);
  end('cde');
  expect(await Promise.all(answers.slice(2, 5))).toEqual(['C', 'D', 'E']);
  await expect.poll(() => sets).toEqual(['a', 'b', 'cde', 'f']);
  end('b');
  end('f');
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  const later = call('g');
  expect(sets.at(-1)).toBe('g');
  end('g');
  expect(await later).toBe('G');
});

test('beside a set, calls wait until half as many again wait, or for a while', async () => {
  const { sets, call, end } = desk({ most: 10 });
  const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call(name));
  end('a');
  await expect.poll(() => sets).toEqual(['a', 'b', 'cdef']);
  end('b');
  await setImmediate();
  const second = ['g', 'h', 'i', 'j', 'k'].map((name) => call(name));
  expect(sets.at(-1)).toBe('cdef');
  second.push(call('l'));
  expect(sets.at(-1)).toBe('ghijkl');
  end('ghijkl');
  await setImmediate();
  // `cdef` stays in flight, as if it waited for a lock.
  const last = call('m');
  expect(sets.at(-1)).toBe('ghijkl');
  await expect.poll(() => sets.at(-1)).toBe('m');
  end('m');
  end('cdef');
  expect(await last).toBe('M');
  expect(await Promise.all(first)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

test('the calls of a failed set are run again, each alone', async () => {
  const { sets, call, end, fail } = desk({ atOnce: 1 });
  const [first, ...others] = ['a', 'b', 'c'].map((name) => call(name));
  end('a');
  expect(await first).toBe('A');
  await expect.poll(() => sets.at(-1)).toBe('bc');
  fail('bc');
  await expect.poll(() => sets.at(-1)).toBe('b');
  fail('b');
  await expect.poll(() => sets.at(-1)).toBe('c');
  end('c');
  await expect(others[0]).rejects.toThrow('b failed');
  expect(await others[1]).toBe('C');
});

test('a set that no single call can have failed is not split', async () => {
  const { sets, call, end, fail } = desk({ atOnce: 1, splits: () => false });
  const [first, ...others] = ['a', 'b', 'c'].map((name) => call(name));
  end('a');
  await first;
  await expect.poll(() => sets.at(-1)).toBe('bc');
  fail('bc');
  for (const other of others) await expect(other).rejects.toThrow('bc failed');
  expect(sets).toEqual(['a', 'bc']);
});

test('a call that asks to be alone, or whose set failed, holds no set back', async () => {
  const { sets, call, end, fail } = desk({ atOnce: 1 });
  const slow = call('a', { alone: true });
  const first = call('b');
  expect(sets).toEqual(['a', 'b']);
  const [third, fourth] = ['c', 'd'].map((name) => call(name));
  end('b');
  expect(await first).toBe('B');
  await expect.poll(() => sets.at(-1)).toBe('cd');
  fail('cd');
  await setImmediate();
  // `c` and `d` wait for the place of `a`, and the next set has its own.
  const fifth = call('e');
  expect(sets).toEqual(['a', 'b', 'cd', 'e']);
  end('e');
  expect(await fifth).toBe('E');
  end('a');
  expect(await slow).toBe('A');
  for (const name of ['c', 'd']) {
    await expect.poll(() => sets.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all([third, fourth])).toEqual(['C', 'D']);
});
