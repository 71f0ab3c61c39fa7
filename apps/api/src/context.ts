import type { Consequence } from '@morada/contract/consequences';
import type { Duty } from '@morada/contract/session';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Kysely } from 'kysely';
import type { DB } from './db/schema.ts';
import type { Storage } from './files/storage.ts';
import type { Listener } from './live/hearing.ts';
import type { Outside } from './outside/outside.ts';

export type Db = Kysely<DB>;

/** What the application needs of the world. */
export type Deps = {
  db: Db;
  /** The agency's civil day, America/Sao_Paulo (decisions section 1). */
  today: () => CalendarDate;
  /** Where photographs and documents lie. */
  files: Storage;
  /** Services of others: each may be absent or fail. */
  outside: Outside;
  /** What is heard of every server on the database; commands listen to nobody. */
  live?: Listener;
  /** The address that people type (`PUBLIC_URL`), where it is set. */
  publicUrl?: string;
  /** Who may sign in to a demonstration; the login page says so. */
  demo?: { email: string; password: string };
  /** The same of the client area. */
  demoClient?: { email: string; password: string };
};

export type Actor = {
  /** null: the system itself, in a command or a job. */
  id: number | null;
  name: string;
  permissions: readonly string[];
  /** Whether the password was given in the last ten minutes; absent where nobody is signed in. */
  confirmed?: boolean;
  /** The hash of the session's token; absent without a session. */
  session?: Buffer;
  /** What they have to do before anything else is served. */
  duty?: Duty;
};

/** One request, or one run of a command: what services take. */
export type Context = Deps & {
  actor: Actor;
  /** What the call in progress may do to money or rank; absent in commands and jobs, and for calls that only read. */
  consequence?: Consequence | undefined;
  /** The version that the caller read (`If-Match`); absent: no check. */
  expected?: number;
  /** `Idempotency-Key` of a call that honours one, with the keyed hash of what came with it. */
  idempotency?: { key: string; requestHash: Buffer };
};

/** Id of the signed-in person. @throws Error in commands and jobs, which act for no person. */
export function actorId({ actor }: Pick<Context, 'actor'>): number {
  if (actor.id === null) throw new Error('The call needs a signed-in person');
  return actor.id;
}

/** The hand that acts where no person is signed in: commands and the daily job. */
export const systemContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Sistema', permissions: ['*'] },
});
