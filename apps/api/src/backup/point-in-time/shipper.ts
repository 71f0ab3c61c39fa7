import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../base/settings.ts';
import { embeddedDataLocation } from '../../db/embedded/embedded.ts';
import { readSpool } from '../../db/embedded/wal.ts';
import { ship } from './ship.ts';

const PERIOD_MS = 10_000;
/** Interval of checks whether a base is due, while the spool is empty. */
const IDLE_MS = 600_000;

export type Waiting = { segments: number; bytes: number; seconds: number };
export type Shipper = { stop: () => Promise<void> };

/** Segments in the spool, and the age of the oldest in seconds. */
export async function waitingIn(dataDir: string, now = new Date()): Promise<Waiting> {
  const home = await embeddedDataLocation(resolve(dataDir));
  const spool = home ? await readSpool(home) : [];
  const oldest = spool[0]?.closed;
  return {
    segments: spool.length,
    bytes: spool.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0,
  };
}

/** Ships the spool for as long as the server runs. A failure is logged, and the spool waits for the next round. */
export function startShipper(settings: Settings, log: FastifyBaseLogger): Shipper {
  let idleSince = 0;
  let isStopped = false;

  async function round() {
    if ((await waitingIn(settings.DATA_DIR)).segments === 0 && Date.now() - idleSince < IDLE_MS) return;
    const shipped = await ship(settings);
    idleSince = Date.now();
    if (shipped?.base) log.info({ base: shipped.base.name, removed: shipped.removed }, 'base backup made');
  }
  async function turn() {
    await round().catch((error) => log.error({ err: error }, 'WAL not archived'));
    if (!isStopped) timer = setTimeout(begin, PERIOD_MS).unref();
  }
  const begin = () => {
    running = turn();
  };
  let timer: NodeJS.Timeout | undefined;
  let running = turn();

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
