import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../../base/database-away.ts';
import { reasonOf } from '../../base/reason.ts';

const INTERVAL_MS = 1_000;

type Options = {
  /** Ends the retries; the last error is thrown. */
  signal: AbortSignal;
  /** Called with each reason that differs from the one before. */
  tell: (reason: string) => void;
  interval?: number;
};

/**
 * Retries idempotent work while the database is unreachable, still starting or without a free connection. Every other
 * error is thrown.
 */
export async function onceDatabaseAnswers<T>(
  work: () => Promise<T>,
  { signal, tell, interval = INTERVAL_MS }: Options,
): Promise<T> {
  let told: string | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      const reason = reasonOf(error);
      if (reason !== told) tell(reason);
      told = reason;
    }
    await pause(interval, undefined, { signal }).catch(() => {});
  }
}
