/** How many wrong passwords are free, for how many seconds they are remembered, and how long the wait may grow. */
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

/** From so many wrong passwords a day on, the owner of an account hears of them. */
export const TRIES_TOLD = 10;

const FIRST_WAIT = 5;

/** The seconds between one wrong password and the next that is verified: none while some are free, then doubled by each. */
export function waitBetween(failures: number, { free, longest }: TryLimit): number {
  return failures < free ? 0 : Math.min(longest, FIRST_WAIT * 2 ** (failures - free));
}

/** The whole seconds that are left of it, `since` seconds after the last one. */
export function waitLeft({ failures, since }: { failures: number; since: number }, limit: TryLimit): number {
  return Math.max(0, Math.ceil(waitBetween(failures, limit) - since));
}
