import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

const full = () => new Error('full');

/** Tasks that end on command. */
function desk() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const inLine = workQueue(2, { familiar: 2, unfamiliar: 3 }, full);
  const put = (name: string, lane: 'familiar' | 'unfamiliar') =>
    inLine(lane, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { started, put, end: (name: string) => ends.get(name)?.() };
}

test('two tasks run at once, familiar ones first, and a full queue refuses', async () => {
  const { started, put, end } = desk();
  const crowd = ['a', 'b', 'c', 'd', 'e'].map((name) => put(name, 'unfamiliar'));
  await expect(put('f', 'unfamiliar')).rejects.toThrow('full');
  const known = put('owner', 'familiar');
  expect(started).toEqual(['a', 'b']);
  end('a');
  expect(await crowd[0]).toBe('a');
  expect(started).toEqual(['a', 'b', 'owner']);
  end('owner');
  expect(await known).toBe('owner');
  expect(started).toEqual(['a', 'b', 'owner', 'c']);
  for (const name of ['b', 'c']) end(name);
  await Promise.all([crowd[1], crowd[2]]);
  for (const name of ['d', 'e']) end(name);
  expect(await Promise.all(crowd)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a failed task frees its slot', async () => {
  const inLine = workQueue(1, { familiar: 1, unfamiliar: 0 }, full);
  await expect(inLine('familiar', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inLine('unfamiliar', async () => 'yes')).toBe('yes');
});
