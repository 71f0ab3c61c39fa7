import { expect, test } from 'vitest';
import { readerThreads, threadReader } from './thread-reader.ts';

const SCRIPT = new URL('../../test/thread-script.ts', import.meta.url);
const LIMITS = { time: 60_000, heapMb: 64, memoryMb: 256 };

type Asked = { act: 'say' | 'throw' | 'hang' | 'hold'; megabytes?: number };
const open = (limits = LIMITS) => threadReader<Asked, number>(SCRIPT, limits, () => new Error('too much'));

test('answers of one thread, as long as it holds little', async () => {
  const read = open();
  const first = await read({ act: 'say' });
  expect([await read({ act: 'say' }), await read({ act: 'hold', megabytes: 10 })]).toEqual([first, first]);
  // More than an eighth of its memory.
  expect(await read({ act: 'hold', megabytes: 40 })).toBe(first);
  expect(await read({ act: 'say' })).not.toBe(first);
});

test('a thread that fails or takes too long ends, and the next file is read by another', async () => {
  const read = open({ ...LIMITS, time: 2_000 });
  const first = await read({ act: 'say' });
  await expect(read({ act: 'throw' })).rejects.toThrow('broken');
  const second = await read({ act: 'say' });
  await expect(read({ act: 'hang' })).rejects.toThrow('too much');
  const third = await read({ act: 'say' });
  expect(new Set([first, second, third]).size).toBe(3);
});

test('a thread that takes more memory than its limits ends with the word for it', async () => {
  // Its time would run out after the test's.
  const read = open({ ...LIMITS, time: 600_000 });
  await expect(read({ act: 'hang', megabytes: 400 })).rejects.toThrow('too much');
});

test('one that is asked several times answers in turn, and who asks may give up', async () => {
  const withThread = readerThreads<Asked, number>(SCRIPT, LIMITS, () => new Error('too much'));
  const asked = await withThread(async (ask) => [await ask({ act: 'say' }), await ask({ act: 'say' })]);
  expect(asked[0]).toBe(asked[1]);
  await expect(
    withThread(async (ask) => {
      await ask({ act: 'say' });
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  expect(await withThread((ask) => ask({ act: 'say' }))).not.toBe(asked[0]);
});
