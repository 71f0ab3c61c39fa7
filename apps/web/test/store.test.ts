import { expect, test } from 'vitest';
import { createStore } from '../src/lib/store.ts';

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
