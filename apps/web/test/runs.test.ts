import { bulk } from '@morada/contract/desk/bulk';
import { invoices } from '@morada/contract/money/invoices';
import { beforeEach, expect, test } from 'vitest';
import { query } from '#web/lib/api/query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { noteBegun, watched } from '#web/lib/api/runs.ts';

type Run = { id: number; status: string };

let told: Run[] = [];
const RUNS = {
  isGoing: ({ status }: Pick<Run, 'status'>) => status === 'RUNNING',
  begunBy: bulk.run,
  onEnd: (run: Run) => told.push(run),
};
const list = watched(query(bulk.list, {}), { ...RUNS, runsOf: (runs: Run[]) => runs });
const one = watched(query(bulk.show, { params: { id: 1 } }), { ...RUNS, runsOf: (run: Run) => [run] });
const shown = query(invoices.show, { params: { id: 7 }, query: {} });

const build = (options: { queryKey: readonly unknown[] }) =>
  queryClient.getQueryCache().build(queryClient, options as never);
const answer = async (options: typeof list | typeof one, data: unknown) => {
  build(options).setData(data as never);
  // The cache tells its listeners in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
};
const isOutdated = () => build(shown).state.isInvalidated;

let next = 0;
/** A run that no test before has known. */
const fresh = () => {
  next += 1;
  return next;
};

beforeEach(() => {
  queryClient.clear();
  told = [];
  build(shown).setData({} as never);
});

test('the end of a run is told once and outdates what the run changed', async () => {
  const id = fresh();
  await answer(list, [{ id, status: 'RUNNING' }]);
  await answer(one, { id, status: 'RUNNING' });
  expect(isOutdated()).toBe(false);
  await answer(one, { id, status: 'DONE' });
  await answer(list, [{ id, status: 'DONE' }]);
  expect(told).toEqual([{ id, status: 'DONE' }]);
  expect(isOutdated()).toBe(true);
});

test('a run that ended before the page was opened is not told, one that came and ended between two reads is', async () => {
  const [before, between] = [fresh(), fresh()];
  await answer(list, [{ id: before, status: 'DONE' }]);
  expect(isOutdated()).toBe(false);
  await answer(list, [
    { id: before, status: 'DONE' },
    { id: between, status: 'FAILED' },
  ]);
  expect(told).toEqual([{ id: between, status: 'FAILED' }]);
});

test('a run that goes on again and ends the same way is told again', async () => {
  const id = fresh();
  for (const status of ['RUNNING', 'FAILED', 'RUNNING', 'FAILED']) await answer(one, { id, status });
  expect(told).toHaveLength(2);
});

test('an answer that an end has overtaken does not tell the end again', async () => {
  const id = fresh();
  await answer(list, [{ id, status: 'RUNNING' }]);
  await answer(one, { id, status: 'RUNNING' });
  await answer(one, { id, status: 'DONE' });
  await answer(list, [{ id, status: 'RUNNING' }]);
  await answer(list, [{ id, status: 'DONE' }]);
  expect(told).toHaveLength(1);
});

test('it is read again while a run is going', () => {
  const interval = (status: string) => list.refetchInterval({ state: { data: [{ id: 1, status }] } });
  expect([interval('RUNNING'), interval('DONE')]).toEqual([700, false]);
});

test('a run that this page began is told when its first read finds it ended', async () => {
  const id = fresh();
  noteBegun(bulk.run, { id });
  await answer(one, { id, status: 'DONE' });
  expect(told).toEqual([{ id, status: 'DONE' }]);
  expect(isOutdated()).toBe(true);
});
