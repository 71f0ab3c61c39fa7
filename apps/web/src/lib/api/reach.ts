import { createStore, useStore } from '#web/lib/store.ts';
import { queryClient } from './query-client.ts';

const AGAIN = 4_000;

const reached = createStore(navigator.onLine);
let asking: ReturnType<typeof setTimeout> | undefined;

function setReached(now: boolean) {
  if (now === reached.get()) return;
  reached.set(now);
  if (!now) return ask();
  clearTimeout(asking);
  asking = undefined;
  // Refetches failed queries; successful ones keep their own stale time.
  queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 });
}

/**
 * Reports the result of a call: an answer, or no connection. An answer that arrives while the browser is offline proves
 * nothing, since it may have been in flight. A probe then decides: a server on the same machine is still reachable.
 */
export const heardFromServer = (yes: boolean) => (yes && navigator.onLine ? setReached(true) : void probe());

/** A single failed call does not prove that the server is unreachable: probe its health endpoint. */
async function probe() {
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(AGAIN) });
    setReached(ok);
    if (!ok) ask();
  } catch {
    setReached(false);
    ask();
  }
}

function ask() {
  clearTimeout(asking);
  asking = setTimeout(probe, AGAIN);
}

/** Subscribes to the browser's online and offline events; called once, at startup. */
export function watchNetwork() {
  addEventListener('offline', () => setReached(false));
  addEventListener('online', probe);
}

/** Last known connection state of the server. */
export const useReached = () => useStore(reached);
