import { common } from '@morada/contract/problem';
import { workLine } from '../work-line.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * Runs at most `atOnce` readings of uploaded files at a time in this process. A file that comes while `waiting` others wait
 * is refused with 429, so that uploads never fill the memory.
 */
export function readingLine({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const inLine = workLine(atOnce, { readings: waiting }, () =>
    common.READERS_BUSY({ extra: { retry_after: RETRY_AFTER_SECONDS } }),
  );
  return <T>(read: () => Promise<T>): Promise<T> => inLine('readings', read);
}
