import { setTimeout as pause } from 'node:timers/promises';

/** Waits shorter than this, in ms, are left to the next ones: a timer is no more precise. */
const SHORTEST = 4;

/**
 * Spreads work over time: the returned wait ends once `amount` fits into `perSecond`, in the order of calls. Work that
 * comes below that rate never waits.
 */
export function paceOf(perSecond: number) {
  let free = 0;
  return async (amount: number): Promise<void> => {
    const now = performance.now();
    free = Math.max(free, now) + (amount / perSecond) * 1_000;
    if (free - now > SHORTEST) await pause(free - now);
  };
}
