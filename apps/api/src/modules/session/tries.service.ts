import { sessionProblems } from '@morada/contract/session';
import { verify } from '@node-rs/argon2';
import type { Db, Deps } from '../../context.ts';
import { newToken } from '../../secrets.ts';
import { hashPassword } from './passwords.service.ts';
import * as queries from './session.queries.ts';

/** Verified when no such account exists, so that both answers take the same time. */
const NOBODY = await hashPassword(newToken());

const FREE_FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;

export const accountKey = (email: string) => `account:${email.toLowerCase()}`;
export const tooManyFailures = () => sessionProblems.TOO_MANY_FAILURES({ extra: { retry_after: WINDOW_SECONDS } });

/**
 * Only failures count, by account and by address, and a right password always enters. Past the free failures a wrong
 * one is answered 429, and the tries of one account or address are checked one after another, so that guessing
 * is slow wherever it comes from.
 */
export async function tried(db: Db, keys: string[], kept: string | null | undefined, password: string) {
  const limited = (await queries.countFailures(db, keys)) >= FREE_FAILURES;
  const check = () => verify(kept ?? NOBODY, password);
  const inLines = keys.reduceRight((work, key) => () => inLine(key, work), check);
  const right = (limited ? await inLines() : await check()) && Boolean(kept);
  if (!right) await queries.insertFailures(db, keys);
  return { right, limited };
}

type Try = {
  /** Whose tries are counted together; clients and staff are told apart by how it begins. */
  account: string;
  address: string;
  /** Undefined: there is no such account, or it has no password. */
  kept: string | null | undefined;
  password: string;
};

/** A client's password, by the same rules as the staff's. @throws WRONG_CREDENTIALS, TOO_MANY_FAILURES */
export async function checkPassword({ db }: Deps, { account, address, kept, password }: Try): Promise<void> {
  const { right, limited } = await tried(db, [account, `address:${address}`], kept, password);
  if (!right) throw limited ? tooManyFailures() : sessionProblems.WRONG_CREDENTIALS();
  await queries.forgetFailures(db, account);
}

/** How many there were under a key in the last quarter of an hour. */
export const countTries = (db: Db, key: string): Promise<number> => queries.countFailures(db, [key]);
export const keepTry = (db: Db, key: string) => queries.insertFailures(db, [key]);
export const forgetTries = queries.forgetFailures;

/** Counts one more of something under a key, and says how many there were in the last quarter of an hour. */
export async function countTry(db: Db, key: string): Promise<number> {
  const before = await countTries(db, key);
  await keepTry(db, key);
  return before;
}

const lines = new Map<string, Promise<unknown>>();
const waiting = new Map<string, number>();
const LINE_LENGTH = 20;

/** One at a time for a key; past a line of twenty the rest are turned away unchecked. */
async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const length = waiting.get(key) ?? 0;
  if (length >= LINE_LENGTH) throw tooManyFailures();
  waiting.set(key, length + 1);
  const turn = (lines.get(key) ?? Promise.resolve()).then(work, work);
  lines.set(key, turn);
  try {
    return await turn;
  } finally {
    const left = (waiting.get(key) ?? 1) - 1;
    if (left > 0) waiting.set(key, left);
    else {
      waiting.delete(key);
      lines.delete(key);
    }
  }
}
