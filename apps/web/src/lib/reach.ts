import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

const AGAIN = 4_000;

let reached = navigator.onLine;
let asking: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(now: boolean) {
  if (now === reached) return;
  reached = now;
  for (const notify of listeners) notify();
  if (!now) return ask();
  clearTimeout(asking);
  asking = undefined;
  // What failed meanwhile is read again; what stands there is left to its own age.
  queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 });
}

/** A call came back, or found nobody. */
export const heardFromServer = (yes: boolean) => (yes ? tell(true) : void probe());

/** One call that failed may have been that call's own: the server is asked itself. */
async function probe() {
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(AGAIN) });
    tell(ok);
    if (!ok) ask();
  } catch {
    tell(false);
    ask();
  }
}

function ask() {
  clearTimeout(asking);
  asking = setTimeout(probe, AGAIN);
}

/** Listens to what the browser says of the network; once, where the app begins. */
export function watchNetwork() {
  addEventListener('offline', () => tell(false));
  addEventListener('online', probe);
}

/** Whether the server can be reached, as far as anybody knows. */
export const useReached = () =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
      };
    },
    () => reached,
  );
