/**
 * Numbers of the advisory locks, one for each purpose. Two purposes with one number would wait for each other, so every
 * advisory lock takes its number from this table. A number stays as it is: servers of two versions may share a database
 * during an upgrade.
 */
export const LOCKS = {
  /** Changes of the schema. */
  migration: 5_207_311,
  /** Creation of the first administrator. */
  setup: 5_207_312,
  /** Changes of staff and of groups. */
  staff: 5_207_313,
  /** One import run: taken with the number of the run as second key. */
  importRun: 5_207_314,
  /** Imports, one at a time. */
  imports: 5_207_315,
  /** Offers of a property from the public site: taken with a hash of the e-mail as second key. */
  requester: 5_207_316,
  /** Tries to sign in: taken with a hash of the account or address as second key. */
  signInTry: 5_207_330,
  /** Filling of the demonstration portfolio. */
  demonstration: 5_207_317,
  /** Sessions of the processes that use the embedded server, in its database `postgres`. */
  embeddedServer: 0x6d6f72616461,
} as const;
