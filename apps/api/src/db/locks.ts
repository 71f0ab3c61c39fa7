/**
 * Numbers of the advisory locks, one for each purpose. Every advisory lock takes its number from here, since two
 * purposes with one number would block each other. Numbers never change: servers of two versions may share a database
 * during an upgrade.
 */
export const LOCKS = {
  /** Changes of the schema. */
  migration: 5_207_311,
  /** Creation of the first administrator. */
  setup: 5_207_312,
  /** Changes of staff and of groups. */
  staff: 5_207_313,
  /** One import run; the second key is the run's id. */
  importRun: 5_207_314,
  /** Imports, one at a time. */
  imports: 5_207_315,
  /** Forms of a requester on the public site; the second key is a hash of the e-mail. */
  requester: 5_207_316,
  /** An e-mail of the client area, given to one entry; the second key is a hash of it. */
  email: 5_207_390,
  /** Ways in of one person's lead; the second key is a hash of the phone or the e-mail. */
  leadPerson: 5_207_328,
  /** Sign-in attempts; the second key is a hash of the account or address. */
  signInTry: 5_207_330,
  /** Filling of the demonstration portfolio. */
  demonstration: 5_207_317,
  /** Steps of the collection: one server at a time selects a tenant's invoices. */
  collection: 5_207_325,
  /** Folding of list totals. */
  listTotals: 5_207_318,
  /** Folding of the ledger's day totals. */
  dayTotals: 5_207_319,
  /** Approval of payments: only one transaction at a time reads a day's sum and adds to it. */
  payouts: 5_207_322,
  /** Payments that banks told of; the second key is a hash of a payment's name. */
  bankPayments: 5_207_327,
  /** Claims of messages to be sent. */
  messages: 5_207_323,
  /** A worker of the job queue, for as long as it lives; the second key is a hash of its name. */
  jobWorker: 5_207_326,
  /** Shipping of WAL segments and base backups. */
  walArchive: 5_207_320,
  /** Commands on the agencies of a shared server, in the administrator's database. */
  agencies: 5_207_321,
  /** Sessions of processes that use the embedded server, in its database `postgres`. */
  embeddedServer: 0x6d6f72616461,
} as const;
