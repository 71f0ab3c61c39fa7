import { common } from '@morada/contract/base/problem';
import { workQueue } from '../base/work-queue.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * Limits parsing of uploaded files to `atOnce` at a time in this process. Beyond `waiting` queued files, uploads are
 * refused with 429, so that they can't fill the memory.
 */
export function readingQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const inLine = workQueue(atOnce, { readings: waiting }, () =>
    common.READERS_BUSY({ extra: { retry_after: RETRY_AFTER_SECONDS } }),
  );
  return <T>(read: () => Promise<T>): Promise<T> => inLine('readings', read);
}
