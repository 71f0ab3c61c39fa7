import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  /** Calls `listener` after each change; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

/** State of a module, shared by every component that reads it with `useStore`. Its value is replaced, never mutated. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const notify of listeners) notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const ofUser = new Set<() => void>();

/** The same of what belongs to the user: it begins anew when another one signs in. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  ofUser.add(() => store.set(initial));
  return store;
}

/** Forgets what the stores hold of the user who left. */
export function forgetUser() {
  for (const reset of ofUser) reset();
}

/** The store's value; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T;
/** A part of the value; the component renders again when that part changes, so `select` must not build a new object. */
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part;
export function useStore<T>(store: Store<T>, select?: (value: T) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
