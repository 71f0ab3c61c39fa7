import { type ConnectionOptions, destroyConnection, PrimaryClient } from './primary.ts';

/** Interval of the health query, and the silence after which no requests are sent to the database. */
const INTERVAL_MS = 500;
const SILENCE_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Silence after which pending queries are given up too. */
const LOST_AFTER_MS = 5_000;

/** Monitors the database on a connection of its own, reopened until it answers. */
export type Pulse = { isUp: () => boolean; close: () => Promise<void> };

type Listeners = {
  /** The database accepted a query and is silent: pending queries may be failed. */
  onLost?: () => void;
  /** The database answers again. */
  onBack?: () => void;
};

export function openPulse(options: ConnectionOptions, { onLost, onBack }: Listeners = {}): Pulse {
  let there = true;
  let closed = false;
  let client: PrimaryClient | undefined;
  let next: NodeJS.Timeout | undefined;

  async function ask() {
    if (!client) {
      const mine = new PrimaryClient({ ...options, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      // Detected by the next health query.
      mine.on('error', () => {});
      client = mine;
      await mine.connect();
    }
    await client.query('select 1');
  }

  function drop() {
    const last = client;
    client = undefined;
    if (last) destroyConnection(last);
  }

  async function beat() {
    let answered = false;
    // After a busy event loop the answer may already be in the socket: it is read first.
    const late = setTimeout(() => setImmediate(() => (there = answered || closed)), SILENCE_MS).unref();
    const lost = setTimeout(() => {
      drop();
      onLost?.();
    }, LOST_AFTER_MS).unref();
    try {
      await ask();
      answered = true;
      const wasAway = !there;
      there = true;
      if (wasAway) onBack?.();
    } catch {
      there = false;
      drop();
    }
    clearTimeout(late);
    clearTimeout(lost);
    if (!closed) next = setTimeout(beat, INTERVAL_MS).unref();
  }

  const beating = beat();
  return {
    isUp: () => there,
    close: async () => {
      closed = true;
      clearTimeout(next);
      drop();
      await beating;
    },
  };
}
