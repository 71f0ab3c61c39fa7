import { MISSED } from '@morada/contract/desk/live';
import { type ConnectionOptions, destroyConnection, PrimaryClient } from '../db/connection/primary.ts';
import type { Listener, TopicHandler } from './listener-types.ts';
import { CHANNEL } from './notify.ts';

const FIRST_WAIT = 100;
const LONGEST_WAIT = 10_000;

/** One connection of the server, opened for the first subscriber and reopened when it breaks. */
export function openListener(options: ConnectionOptions): Listener {
  const hearers = new Set<TopicHandler>();
  const tell = (topic: string) => {
    for (const hear of hearers) hear(topic);
  };
  let client: PrimaryClient | undefined;
  let isListening = false;
  let wait = FIRST_WAIT;
  let timer: NodeJS.Timeout | undefined;

  function connect() {
    timer = undefined;
    const mine = new PrimaryClient({ ...options, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = mine;
    const again = () => {
      if (client !== mine) return;
      client = undefined;
      isListening = false;
      mine.end().catch(again);
      timer = setTimeout(connect, wait).unref();
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
    mine.on('error', again);
    mine.on('end', again);
    mine.on('notification', ({ payload }) => tell(payload ?? ''));
    const listening = async () => {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      wait = FIRST_WAIT;
      isListening = true;
      // Notifications before this moment were missed.
      tell(MISSED);
    };
    listening().catch(again);
  }

  return {
    subscribe(hear) {
      hearers.add(hear);
      if (isListening) hear(MISSED);
      else if (!client && !timer) connect();
      return () => {
        hearers.delete(hear);
      };
    },
    cut() {
      if (client) destroyConnection(client);
    },
    async close() {
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
