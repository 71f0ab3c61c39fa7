import { expect, test } from 'vitest';
import { hiddenKeys, holdRemoval, settleRemovals, withHidden } from '../src/lib/removals.ts';

/** A removal whose call is answered by hand. */
function removal(...keys: string[]) {
  const calls: boolean[] = [];
  const failures: unknown[] = [];
  let answer = { done: () => {}, refused: (_: Error) => {} };
  const held = holdRemoval({
    keys,
    send: (leaving) => {
      calls.push(leaving);
      return new Promise<void>((done, refused) => {
        answer = { done, refused };
      });
    },
    onFailed: (error) => failures.push(error),
  });
  return { ...held, calls, failures, answer: () => answer };
}

const hidden = () => [...hiddenKeys.get()];

test('out of sight at once, undone it is back and the server never hears of it', async () => {
  const { undo, settle, calls } = removal('images:1', 'images:2');
  expect(hidden()).toEqual(['images:1', 'images:2']);
  expect(undo()).toBe(true);
  expect(hidden()).toEqual([]);
  await settle();
  expect([calls, undo()]).toEqual([[], false]);
});

test('settled once, it stays out of sight until the server has answered', async () => {
  const one = removal('fees:1');
  const [first, second] = [one.settle(), one.settle()];
  expect([one.undo(), hidden(), one.calls]).toEqual([false, ['fees:1'], [false]]);
  one.answer().done();
  await Promise.all([first, second]);
  expect([hidden(), one.failures]).toEqual([[], []]);
});

test('refused, it is in sight again and the reason is told', async () => {
  const one = removal('extra:1');
  const settled = one.settle();
  const reason = new Error('taken');
  one.answer().refused(reason);
  await settled;
  expect([hidden(), one.failures]).toEqual([[], [reason]]);
});

test('before saving, those of that kind are sent and waited for; the others wait on', async () => {
  const [fee, image] = [removal('fees:1'), removal('images:1')];
  const saved = settleRemovals('fees:');
  expect([fee.calls, image.calls]).toEqual([[false], []]);
  fee.answer().done();
  await saved;
  expect(hidden()).toEqual(['images:1']);
  const left = settleRemovals('', true);
  expect(image.calls).toEqual([true]);
  image.answer().done();
  await left;
  expect(hidden()).toEqual([]);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], 'nothing is hidden or moved'],
  [[1, 2, 3, 4], [4, 3, 2, 1], [4, 3, 2, 1], 'nothing is hidden'],
  [[1, 2, 3, 4], [3, 1, 4],    [3, 2, 1, 4], 'the second is hidden and stays second'],
  [[1, 2, 3, 4], [4, 3],       [1, 2, 4, 3], 'the first two are hidden'],
  [[1, 2, 3],    [],           [1, 2, 3],    'all are hidden'],
])('%j ordered as %j is %j: %s', (all, order, expected) => {
  expect(withHidden(all, order)).toEqual(expected);
});
