import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

/** Visibility of a window: shown, or rendered hidden before it is opened. */
export class Sight {
  seen: boolean;
  #waiting = new Set<() => void>();

  constructor(seen = false) {
    this.seen = seen;
  }

  show() {
    if (this.seen) return;
    this.seen = true;
    for (const notify of this.#waiting) notify();
    this.#waiting.clear();
  }

  /** Subscribes to the moment it is shown; returns the unsubscribe function. */
  await = (notify: () => void) => {
    this.#waiting.add(notify);
    return () => {
      this.#waiting.delete(notify);
    };
  };
}

export const InSight = createContext(new Sight(true));

export function useSeen(): boolean {
  const sight = useContext(InSight);
  return useSyncExternalStore(sight.await, () => sight.seen);
}

/** An effect with consequences outside the window. It is deferred until the window is shown and causes no re-render. */
export function useSeenEffect(effect: () => void, dependencies: readonly unknown[]) {
  const sight = useContext(InSight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: those of the effect
  useEffect(() => (sight.seen ? effect() : sight.await(effect)), [sight, ...dependencies]);
}
