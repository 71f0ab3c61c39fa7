import { sessionProblems } from '@morada/contract/access/session';
import { TRIES_TOLD, TRY_LIMITS, type TryLimit, waitLeft } from '@morada/domain/access/sign-in-limits';
import { triesMessage } from '@morada/domain/access/tries-message';
import { formatDate } from '@morada/domain/base/calendar';
import { networkOf } from '#api/base/network.ts';
import { hashPassword, type Lane, verifyPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import type { Db, Deps } from '#api/context.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import * as queries from './tries.queries.ts';

/** Verified when the account doesn't exist, so that both answers take the same time. */
const NO_ACCOUNT = await hashPassword(newToken());

export const staffAccount = (email: string) => `account:${email.toLowerCase()}`;
export const clientAccount = (email: string) => `client:${email.toLowerCase()}`;

/** Origin of an attempt: an address with the browser's token, or an open session. */
export type Origin = { address: string; browser?: string | undefined } | { session: string };

/** Keys are hashes, without personal data; they are kept for a day. */
const keyOf = (kind: string, name: string) => `${kind}:${hashOf(name).toString('base64url')}`;

type Counted = { key: string; limit?: TryLimit };
type Counters = { lane: Lane; counted: Counted[] };

const accountOf = (account: string) => keyOf('account', account);
const originHash = (account: string, origin: string) => hashOf(`${account}\n${origin}`);

/**
 * Counters of an attempt. A familiar browser or network has an account counter of its own, so that failures elsewhere
 * neither delay the owner nor fill the queue.
 */
async function countersOf(db: Db, account: string, origin: Origin): Promise<Counters> {
  const ofOrigin = (name: string) => ({ key: keyOf('origin', `${account}\n${name}`), limit: TRY_LIMITS.origin });
  if ('session' in origin) return { lane: 'familiar', counted: [ofOrigin(`session ${origin.session}`)] };
  const { browser, network } = namesOf(origin);
  const known = await queries.findFamiliar(
    db,
    hashOf(account),
    [browser, network].flatMap((name) => (name ? [originHash(account, name)] : [])),
  );
  const isKnown = (name: string) => known.some((hash) => hash.equals(originHash(account, name)));
  if (browser && isKnown(browser)) return { lane: 'familiar', counted: [ofOrigin(browser)] };
  const told = { key: accountOf(account) };
  if (isKnown(network)) return { lane: 'familiar', counted: [ofOrigin(network), told] };
  return {
    lane: 'unfamiliar',
    counted: [
      ofOrigin(network),
      { ...told, limit: TRY_LIMITS.account },
      { key: `network:${networkOf(origin.address)}`, limit: TRY_LIMITS.network },
    ],
  };
}

const namesOf = ({ address, browser }: Exclude<Origin, { session: string }>) => ({
  network: `network ${networkOf(address)}`,
  browser: browser && `browser ${browser}`,
});

const tooManyFailures = (seconds: number) => sessionProblems.TOO_MANY_FAILURES({ extra: { retry_after: seconds } });

async function secondsLeft(db: Db, counted: Counted[]): Promise<number> {
  const failures = await queries.findFailures(
    db,
    counted.flatMap(({ key, limit }) => (limit ? [{ key, remembered: limit.remembered }] : [])),
  );
  const waits = counted.map(({ key, limit }) => {
    const found = failures.find((one) => one.key === key);
    return limit && found ? waitLeft(found, limit) : 0;
  });
  return Math.max(0, ...waits);
}

/**
 * Counts an attempt as failed before its password is verified, with its counters locked, so that concurrent attempts on
 * all servers stay within the limit.
 * @throws TOO_MANY_FAILURES
 */
async function reserve(db: Db, counted: Counted[]): Promise<number[]> {
  // Rejects most of an attack here, without a lock.
  const early = await secondsLeft(db, counted);
  if (early > 0) throw tooManyFailures(early);
  return db.transaction().execute(async (trx) => {
    const keys = counted.map(({ key }) => key);
    await queries.lockTries(trx, keys);
    const left = await secondsLeft(trx, counted);
    if (left > 0) throw tooManyFailures(left);
    return queries.insertFailures(trx, keys);
  });
}

type Try = {
  /** Of `staffAccount` or `clientAccount`. */
  account: string;
  origin: Origin;
  /** Undefined when the account doesn't exist or has no password. */
  kept: string | null | undefined;
  password: string;
};

/**
 * Whether the password is right. Each failure lengthens the wait of its origin.
 * @throws TOO_MANY_FAILURES
 */
export async function isRightPassword(deps: Deps, { account, origin, kept, password }: Try): Promise<boolean> {
  const { db } = deps;
  const { lane, counted } = await countersOf(db, account, origin);
  const reserved = await reserve(db, counted);
  const right = await verifyPassword(kept ?? NO_ACCOUNT, password, lane).catch(async (error) => {
    // The queue was full: nothing was verified, so the attempt doesn't count.
    await queries.dropFailures(db, reserved);
    throw error;
  });
  if (right && kept) {
    await queries.dropFailures(db, reserved);
    // Other counters stay: the owner's sign-in must not reset an attacker's.
    await queries.forgetFailures(db, counted[0]?.key ?? '');
    return true;
  }
  await notifyOwner(deps, account);
  return false;
}

/** Notifies the owner once a day, by a job. Unknown accounts enqueue it too, so that both take the same time. */
async function notifyOwner(deps: Deps, account: string): Promise<void> {
  if (!canMail(deps) || (await failuresOn(deps.db, account)) < TRIES_TOLD) return;
  const told = { key: keyOf('told', account), remembered: TRY_LIMITS.account.remembered };
  const [found] = await queries.findFailures(deps.db, [told]);
  if (found) return;
  await queries.insertFailures(deps.db, [told.key]);
  await queries.queueNotice(deps.db, hashOf(account));
}

/** @throws WRONG_CREDENTIALS, TOO_MANY_FAILURES */
export async function checkPassword(deps: Deps, tried: Try): Promise<void> {
  if (!(await isRightPassword(deps, tried))) throw sessionProblems.WRONG_CREDENTIALS();
}

/** Failures on an account within a day, except those of familiar origins. */
const failuresOn = async (db: Db, account: string): Promise<number> => {
  const [found] = await queries.findFailures(db, [
    { key: accountOf(account), remembered: TRY_LIMITS.account.remembered },
  ]);
  return found?.failures ?? 0;
};

/** `failuresOn`, from the threshold at which the owner is notified; 0 below it. */
export async function failuresToReport(db: Db, account: string): Promise<number> {
  const tries = await failuresOn(db, account);
  return tries >= TRIES_TOLD ? tries : 0;
}

/** An origin without a session: an address, and the browser's token. */
export type Place = Exclude<Origin, { session: string }>;

const originsOf = (account: string, place: Place) => {
  const { network, browser } = namesOf(place);
  return (browser ? [network, browser] : [network]).map((name) => originHash(account, name));
};

/** Remembers an origin as familiar: its attempts are counted separately from all others. */
export const rememberOrigin = (db: Db, account: string, place: Place) =>
  queries.keepFamiliar(db, hashOf(account), originsOf(account, place));

/**
 * Forgets an account's familiar origins after a change of password. `from`: the place that changed it, which stays as
 * familiar as it was, so that a storm of guesses doesn't lock the owner out.
 */
export const forgetOrigins = (trx: Db, account: string, from?: Place) =>
  queries.dropFamiliar(trx, hashOf(account), from ? originsOf(account, from) : []);

/** Job of a notice; unknown accounts get none. */
export async function sendNotice(deps: Deps, accountHash: string): Promise<void> {
  if (!canMail(deps)) return;
  await deps.db.transaction().execute(async (trx) => {
    const owner = await queries.findOwner(trx, Buffer.from(accountHash, 'hex'));
    if (!owner) return;
    await queueMail(trx, { recipient: owner.email, ...triesMessage({ ...owner, day: formatDate(deps.today()) }) });
  });
}

/** Attempts under a key within the last 15 minutes. */
export const countTries = (db: Db, key: string): Promise<number> => queries.countRecent(db, key);
export const keepTry = (db: Db, key: string) => queries.insertFailures(db, [key]);
export const forgetTries = queries.forgetFailures;

/** Counts an attempt under a key, and returns how many there were in the last 15 minutes. */
export async function countTry(db: Db, key: string): Promise<number> {
  const before = await countTries(db, key);
  await keepTry(db, key);
  return before;
}

/** Mails that forms of visitors may cause within 15 minutes: to one address, and to all addresses. */
const UNCONFIRMED_MAILS = { ofAddress: 3, inAll: 60 };

/**
 * Whether a visitor's form may mail an address that its owner has not confirmed; counts the mail. Such a mail holds no
 * text that the visitor typed: it would be sent in the agency's name to a person of the visitor's choice.
 */
export async function mayMailUnconfirmed(db: Db, email: string): Promise<boolean> {
  const ofAddress = await countTry(db, keyOf('unconfirmed', email.toLowerCase()));
  if (ofAddress >= UNCONFIRMED_MAILS.ofAddress) return false;
  return (await countTry(db, 'unconfirmed')) < UNCONFIRMED_MAILS.inAll;
}

/** Requests of visitors within 15 minutes of which the agency is told one by one; those beyond are summed up. */
export const TOLD_ALONE = 20;

/**
 * How the agency is told of a visitor's request, which is counted: of it alone; in a flood of many, which the limits of each
 * network don't hold, by one mail in 15 minutes that sums up those of the last 15; undefined: not by a mail.
 */
export async function howToTell(trx: Db): Promise<'ALONE' | { summed: number } | undefined> {
  const [requests, summaries] = ['visitors-requests', 'visitors-summaries'];
  await queries.lockTries(trx, [requests]);
  const before = await countTry(trx, requests);
  if (before < TOLD_ALONE) return 'ALONE';
  return (await countTries(trx, summaries)) > 0
    ? undefined
    : keepTry(trx, summaries).then(() => ({ summed: before + 1 }));
}

export const { dropOldFailures, dropOldFamiliar } = queries;
