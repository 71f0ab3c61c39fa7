import { common } from '@morada/contract/base/problem';
import { hash as argonHash, hashRaw as argonHashRaw, verify as argonVerify, type Options } from '@node-rs/argon2';
import { workQueue } from '../work-queue.ts';
import { ARGON2 } from './secrets.ts';

// Limit of concurrent hashes: argon2 uses libuv's threads, and the others stay free for files and images.

/** Attempts from familiar origins take precedence. */
export type Lane = 'familiar' | 'unfamiliar';

const inLine = workQueue<Lane>(2, { familiar: 100, unfamiliar: 20 }, () =>
  common.TOO_MANY_REQUESTS({ extra: { retry_after: 5 } }),
);

export const hashPassword = (password: string) => inLine('familiar', () => argonHash(password, ARGON2));

export const verifyPassword = (kept: string, password: string, lane: Lane = 'familiar') =>
  inLine(lane, () => argonVerify(kept, password));

export const hashWithSalt = (text: string, salt: NonNullable<Options['salt']>) =>
  inLine('familiar', () => argonHashRaw(text, { ...ARGON2, salt }));
