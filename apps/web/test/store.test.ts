import { expect, test } from 'vitest';
import { createStore, createUserStore, forgetUser } from '../src/lib/store.ts';
import { keepSequence, listUnderWindows } from '../src/ui/list/sequence/record-sequence.ts';

test('a listener hears each change until it unsubscribes, and nothing when the value stays the same', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const unsubscribe = store.subscribe(() => heard.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  unsubscribe();
  store.set(4);
  expect([heard, store.get()]).toEqual([[2, 3], 4]);
});

test('a listener that unsubscribes while it is called leaves the others theirs', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const once = store.subscribe(() => {
    heard.push('once');
    once();
  });
  store.subscribe(() => heard.push('always'));
  store.set('b');
  store.set('c');
  expect(heard).toEqual(['once', 'always', 'always']);
});

test('what a store holds of the user who left is not there for the next', () => {
  const mine = createUserStore<readonly number[]>([]);
  const everybody = createStore('dark');
  mine.set([12, 14]);
  everybody.set('light');
  keepSequence('/clients os clientes', { data: [{ id: 7 }], page: 1, lastPage: 1, total: 1 });
  forgetUser();
  expect([mine.get(), everybody.get(), listUnderWindows('/clients')]).toEqual([[], 'light', undefined]);
});
