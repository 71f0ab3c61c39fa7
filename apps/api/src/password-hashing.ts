import { common } from '@morada/contract/problem';
import { hash as argonHash, hashRaw as argonHashRaw, verify as argonVerify, type Options } from '@node-rs/argon2';
import { ARGON2 } from './secrets.ts';
import { workLine } from './work-line.ts';

// argon2 runs in the threads that files and photographs are read in: two hashes at once leave the other threads to them.

/** Tries from an origin that the account knows go before all others. */
export type Lane = 'familiar' | 'unfamiliar';

const inLine = workLine<Lane>(2, { familiar: 100, unfamiliar: 20 }, () =>
  common.TOO_MANY_REQUESTS({ extra: { retry_after: 5 } }),
);

export const hashPassword = (password: string) => inLine('familiar', () => argonHash(password, ARGON2));

export const verifyPassword = (kept: string, password: string, lane: Lane = 'familiar') =>
  inLine(lane, () => argonVerify(kept, password));

export const hashWithSalt = (text: string, salt: NonNullable<Options['salt']>) =>
  inLine('familiar', () => argonHashRaw(text, { ...ARGON2, salt }));
