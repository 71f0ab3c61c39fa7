import { expect, test } from 'vitest';
import { everyStep } from './every-step.ts';

test('carries out the steps after one that failed, and fails at the end by name', async () => {
  const done: string[] = [];
  const failed: string[] = [];
  const cause = new Error('the table is locked');
  const steps = {
    one: async () => done.push('one'),
    two: () => Promise.reject(cause),
    three: async () => done.push('three'),
  };
  await expect(everyStep(steps, (step) => failed.push(step))).rejects.toMatchObject({ message: 'failed: two', cause });
  expect([done, failed]).toEqual([['one', 'three'], ['two']]);
});

test('is done without a failure', async () => {
  await expect(everyStep({ one: async () => 1 }, () => {})).resolves.toBeUndefined();
});
