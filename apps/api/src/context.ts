import type { Consequence } from '@morada/contract/base/consequences';
import type { Problem } from '@morada/contract/base/problem';
import type { DiskState, Finding } from '@morada/contract/desk/doctor';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Kysely } from 'kysely';
import type { Actor } from './base/actor.ts';
import type { SecretSeal } from './base/secrets/sealed-secret.ts';
import type { TrailEntry } from './base/trail-entry.ts';
import type { DB } from './db/schema.ts';
import type { Events, Questions } from './events.ts';
import type { Storage } from './files/storage.ts';
import type { Listener } from './live/listener-types.ts';
import type { Outside } from './outside/outside.ts';

export type { Actor };

export type Db = Kysely<DB>;

/** Who hears of events, and who is asked before a change, in order. Entries for the trail are written by the caller. */
export type Subscriptions = {
  events: {
    readonly [E in keyof Events]: readonly ((
      trx: Db,
      ctx: Context,
      rows: Events[E],
    ) => Promise<readonly TrailEntry[]> | Promise<void>)[];
  };
  questions: {
    readonly [Q in keyof Questions]: readonly ((db: Db, rows: Questions[Q]) => Promise<ReadonlyMap<number, Problem>>)[];
  };
};

/** Dependencies of the application. */
export type Deps = {
  db: Db;
  /** Standby to read reports from, or the primary while that one is away or behind; absent without a standby. */
  reports?: () => Promise<Db>;
  /** Civil day in America/Sao_Paulo. */
  today: () => CalendarDate;
  /** Storage of photographs and documents. */
  files: Storage;
  /** Encrypts secrets that the database keeps. */
  secrets: SecretSeal;
  /** External services; each may be absent or fail. */
  outside: Outside;
  /** Notifications of every server on the database; absent in commands. */
  live?: Listener;
  /** What each level of modules does when a lower one moves something. */
  subscriptions: Subscriptions;
  /** Checks the installation; the same as `npm run doctor`. */
  doctor: () => Promise<Finding[]>;
  /** Disks that this server writes to; absent where none is watched, as in tests. */
  disks?: () => Promise<DiskState[]>;
  /** Public address of the installation (`PUBLIC_URL`), if set. */
  publicUrl?: string;
  /** User of a demonstration, shown on the login page. */
  demo?: { email: string; password: string };
  /** The same for the client area. */
  demoClient?: { email: string; password: string };
};

/** Context of one request or command, passed to services. */
export type Context = Deps & {
  actor: Actor;
  /** Declared consequences of the call for money or permissions; absent in commands, jobs and reads. */
  consequence?: Consequence | undefined;
  /** A second person stands behind this change, or its pause has passed: it is made, and not asked for again. */
  agreed?: true;
  /** Version that the caller read (`If-Match`); absent: no check. */
  expected?: number;
  /** `Idempotency-Key` of a call that honours one, with the keyed hash of its request. */
  idempotency?: { key: string; requestHash: Buffer };
};

/** Id of the signed-in person. @throws Error in commands and jobs, which act for no person. */
export function actorId({ actor }: Pick<Context, 'actor'>): number {
  if (actor.id === null) throw new Error('The call needs a signed-in person');
  return actor.id;
}

/** Context of services that a change calls: its version and its key belong to the call, and not to what it consists of. */
export const inside = ({ expected: _, idempotency: __, ...ctx }: Context, db: Db): Context => ({ ...ctx, db });

/** Actor of commands and jobs, where no person is signed in. */
export const systemContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Sistema', permissions: ['*'] },
});

/** Actor of the public site: a visitor acts without a session. */
export const visitorContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Visitante', permissions: [] },
});
