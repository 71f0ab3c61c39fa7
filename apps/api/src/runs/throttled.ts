const INTERVAL_MS = 300;

/** Limits calls to a few per second: the first runs immediately, and calls that come too soon are dropped. */
export function throttled(act: () => Promise<unknown>): () => Promise<void> {
  let last = 0;
  return async () => {
    const now = Date.now();
    if (now - last < INTERVAL_MS) return;
    last = now;
    await act();
  };
}
