/** Wrong passwords allowed without a wait, seconds for which they count, and the longest wait. */
export type TryLimit = { free: number; remembered: number; longest: number };

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export const TRY_LIMITS = {
  /** One account from one origin: a network, a browser or an open session. */
  origin: { free: 10, remembered: DAY, longest: 15 * MINUTE },
  /** One account from all origins where it was never signed in to, together. */
  account: { free: 50, remembered: DAY, longest: 15 * MINUTE },
  /** One network on all accounts that were never signed in to from there, together. */
  network: { free: 20, remembered: 15 * MINUTE, longest: MINUTE },
} satisfies Record<string, TryLimit>;

/** Wrong passwords in a day after which the account's owner is notified. */
export const TRIES_TOLD = 10;

const FIRST_WAIT = 5;

/** Seconds between one wrong password and the next attempt: none within the free ones, then doubled by each. */
export function waitBetween(failures: number, { free, longest }: TryLimit): number {
  return failures < free ? 0 : Math.min(longest, FIRST_WAIT * 2 ** (failures - free));
}

/** Remaining whole seconds of the wait, `since` seconds after the last attempt. */
export function waitLeft({ failures, since }: { failures: number; since: number }, limit: TryLimit): number {
  return Math.max(0, Math.ceil(waitBetween(failures, limit) - since));
}
