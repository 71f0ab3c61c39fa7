import { common } from '@morada/contract/problem';

const RETRY_AFTER_SECONDS = 30;

export type ReadingLine = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` readings of uploaded files at a time in this process, in the order of their arrival. A file that
 * comes while `waiting` others wait is refused with 429, so that uploads never fill the memory.
 */
export function readingLine({ atOnce, waiting }: { atOnce: number; waiting: number }): ReadingLine {
  const queue: (() => void)[] = [];
  let running = 0;

  return async (read) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw common.READERS_BUSY({ extra: { retry_after: RETRY_AFTER_SECONDS } });
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await read();
    } finally {
      const next = queue.shift();
      // The place is handed to the next reading directly, so that a new arrival cannot take it in between.
      if (next) next();
      else running -= 1;
    }
  };
}
