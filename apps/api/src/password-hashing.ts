import { common } from '@morada/contract/problem';
import { hash as argonHash, hashRaw as argonHashRaw, verify as argonVerify, type Options } from '@node-rs/argon2';
import { ARGON2 } from './secrets.ts';

// argon2 runs in the threads that files and photographs are read in: two hashes at once leave the other threads to them.

/** Tries from an origin that the account knows go before all others. */
export type Lane = 'familiar' | 'unfamiliar';

/** Runs `atOnce` pieces of work at a time; more than `longest` of a lane are not kept waiting but refused with 429. */
export function workLine(atOnce: number, longest: Record<Lane, number>) {
  const waiting: Record<Lane, (() => void)[]> = { familiar: [], unfamiliar: [] };
  let running = 0;

  return async function inLine<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else {
      const line = waiting[lane];
      if (line.length >= longest[lane]) throw common.TOO_MANY_REQUESTS({ extra: { retry_after: 5 } });
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.familiar.shift() ?? waiting.unfamiliar.shift();
      // The place is handed on, so that no one takes it in between.
      if (next) next();
      else running -= 1;
    }
  };
}

const inLine = workLine(2, { familiar: 100, unfamiliar: 20 });

export const hashPassword = (password: string) => inLine('familiar', () => argonHash(password, ARGON2));

export const verifyPassword = (kept: string, password: string, lane: Lane = 'familiar') =>
  inLine(lane, () => argonVerify(kept, password));

export const hashWithSalt = (text: string, salt: NonNullable<Options['salt']>) =>
  inLine('familiar', () => argonHashRaw(text, { ...ARGON2, salt }));
