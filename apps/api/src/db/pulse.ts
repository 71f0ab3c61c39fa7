import { Client } from 'pg';
import { type ConnectionOptions, hangUp } from './connect.ts';

/** How often the database is asked, and how long it may be silent before nobody is sent to it any more. */
const EVERY = 500;
const PATIENCE = 3_000;
const CONNECTING = 2_000;
/** Silent for this long, it won't answer those who wait for it already. */
const LOST = 5_000;

/** Whether the database answers, known without asking it: a line of its own that is opened again until it does. */
export type Pulse = { isThere: () => boolean; close: () => Promise<void> };

type Listeners = {
  /** It took the question and says nothing: whoever waits for it may be told. */
  onLost?: () => void;
  /** It was away, and answers again. */
  onBack?: () => void;
};

export function openPulse(options: ConnectionOptions, { onLost, onBack }: Listeners = {}): Pulse {
  let there = true;
  let closed = false;
  let client: Client | undefined;
  let next: NodeJS.Timeout | undefined;

  async function ask() {
    if (!client) {
      const mine = new Client({ ...options, connectionTimeoutMillis: CONNECTING });
      // It is heard of by the next question.
      mine.on('error', () => {});
      client = mine;
      await mine.connect();
    }
    await client.query('select 1');
  }

  function drop() {
    const last = client;
    client = undefined;
    if (last) hangUp(last);
  }

  async function beat() {
    let answered = false;
    // Where it was us who were busy the answer lies there already: it is read first.
    const late = setTimeout(() => setImmediate(() => (there = answered || closed)), PATIENCE).unref();
    const lost = setTimeout(() => {
      drop();
      onLost?.();
    }, LOST).unref();
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
    if (!closed) next = setTimeout(beat, EVERY).unref();
  }

  const beating = beat();
  return {
    isThere: () => there,
    close: async () => {
      closed = true;
      clearTimeout(next);
      drop();
      await beating;
    },
  };
}
