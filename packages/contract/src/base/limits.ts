/** Calls that one network may make in a time; the next ones are answered 429 with the seconds to wait. */
export type Limit = { calls: number; seconds: number };

/** Limits of the calls and pages that need no session. */
export const LIMITS = {
  /** Forms that send or store something: above a household's use, below a bot's. */
  form: { calls: 20, seconds: 600 },
  /** Pages behind a link: its 43 characters can't be guessed, so more tries come from a program. */
  link: { calls: 60, seconds: 60 },
  /** Forms that are stored to be shown again: whatever refuses them, a row is written for each. */
  draft: { calls: 100, seconds: 600 },
  /** Photographs of an offer are moved by one place with each press. */
  move: { calls: 200, seconds: 600 },
  /** Steps and documents of an application, which a script sends one by one: several forms of sixty, from one network. */
  application: { calls: 300, seconds: 600 },
  /** Steps of a signature, codes among them: several signers of one network. */
  room: { calls: 60, seconds: 600 },
  /** Pages of a paper as pictures, which a script asks for while it is scrolled: the longest one, and back. */
  sheet: { calls: 1200, seconds: 600 },
  /** Each portal fetches twice a day. */
  feed: { calls: 20, seconds: 600 },
  /** A portal sends what it kept while we were away at once. */
  portal: { calls: 3000, seconds: 60 },
} as const satisfies Record<string, Limit>;
