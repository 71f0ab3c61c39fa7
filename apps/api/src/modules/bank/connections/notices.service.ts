import { timingSafeEqual } from 'node:crypto';
import { coalesce } from '#api/base/coalesce.ts';
import { isDatabaseAway } from '#api/base/database-away.ts';
import { inParallel } from '#api/base/in-parallel.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { type BankApi, type Client, type Link, openSecret, requireRefusal, withBank } from './clients.service.ts';
import { noteWork } from './connections.queries.ts';

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** Origin of `PUBLIC_URL`, if a bank can call it: by https, or at a loopback address from this machine. */
function originOf({ publicUrl }: Pick<Context, 'publicUrl'>): string | undefined {
  if (!publicUrl) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? origin : undefined;
}

/** Whether the bank has the address of the notices. */
export function stateOfNotices(ctx: Pick<Context, 'publicUrl'>, link: Link) {
  const origin = originOf(ctx);
  return origin === undefined ? 'NO_ADDRESS' : link.notice_origin === origin ? 'ON' : 'WAITING';
}

type NoticeDeps = Pick<Deps, 'db' | 'secrets' | 'publicUrl'>;

/** Address for the bank's notices; undefined if the bank can't reach it, or the token can't be opened. */
export function noticeAddress(deps: Omit<NoticeDeps, 'db'>, link: Link, path: string): string | undefined {
  const origin = originOf(deps);
  const token = openSecret(deps.secrets, link, 'notice_token');
  return origin && token && `${origin}/api${path.replace(':token', token)}`;
}

/** Whether the token of the notices can be opened. */
export const hasToken = ({ secrets }: Pick<Deps, 'secrets'>, link: Link) =>
  openSecret(secrets, link, 'notice_token') !== undefined;

type Notices = {
  path: string;
  /** Origin of the address that the bank has. */
  known: string | null | undefined;
  offer: (address: string) => Promise<unknown>;
  record?: (db: Db, linkId: number, origin: string) => Promise<unknown>;
};

/**
 * Gives the bank the address of the notices, once for each public address of the installation. A refusal blocks nothing
 * else: payments are polled anyway, and the address is offered again in the next round.
 */
export async function registerNotices(deps: NoticeDeps, link: Link, { path, known, offer, record }: Notices) {
  const origin = originOf(deps);
  if (!link.active || origin === undefined || known === origin) return;
  const address = noticeAddress(deps, link, path);
  if (address === undefined) return;
  try {
    if ((await offer(address)) === undefined) return;
  } catch (error) {
    if (error instanceof BankFailure) return;
    throw error;
  }
  await (record ?? noteOrigin)(deps.db, link.id, origin);
}

const noteOrigin = (db: Db, id: number, notice_origin: string) => noteWork(db, id, { notice_origin });

/** Finds the link that a notice comes from: the token in its address authenticates the sender. */
export function senders<L extends Link>({ secrets }: Pick<Deps, 'secrets'>, links: readonly L[]) {
  const expected = links.flatMap((link) => {
    const token = openSecret(secrets, link, 'notice_token');
    return token === undefined ? [] : { link, hash: hashOf(token) };
  });
  return (token: string): L | undefined => {
    const given = hashOf(token);
    return expected.find(({ hash }) => timingSafeEqual(hash, given))?.link;
  };
}

/** What came of a notice. UNKNOWN: its token is of no link. FULL: its link's notices name too much. */
export type Noted = 'NOTED' | 'UNKNOWN' | 'FULL';

type Desk<L, Body> = {
  /** Links whose notices are heard; former ones still tell of what they have. */
  findLinks: (deps: Deps) => Promise<readonly L[]>;
  namesIn: (deps: Deps, link: L, body: Body) => readonly string[];
  /** Most names that notices of a link may give together; those beyond are found by polls. */
  most: number;
  /** Records what the notices of links name, in order of the links. Returns the links whose notices are refused. */
  record: (deps: Deps, named: ReadonlyMap<number, readonly string[]>) => Promise<ReadonlySet<number>>;
};

/** Receives notices of one kind. Those of a server that arrive together share one transaction. */
export function noticeDesk<L extends Link, Body>({ findLinks, namesIn, most, record }: Desk<L, Body>) {
  type Notice = { deps: Deps; token: string; body: Body };
  async function noteTogether(notices: readonly Notice[]): Promise<Noted[]> {
    const deps = notices[0]?.deps;
    if (!deps) return [];
    const senderOf = senders(deps, await findLinks(deps));
    const named = new Map<number, Set<string>>();
    const from = notices.map(({ token, body }) => {
      const link = senderOf(token);
      if (!link) return undefined;
      const names = named.get(link.id) ?? new Set();
      named.set(link.id, names);
      for (const name of namesIn(deps, link, body)) if (names.size < most) names.add(name);
      return link.id;
    });
    const inOrder = [...named].filter(([, { size }]) => size > 0).sort(([one], [other]) => one - other);
    const full = await record(deps, new Map(inOrder.map(([id, names]) => [id, [...names]])));
    return from.map((id) => (id === undefined ? 'UNKNOWN' : full.has(id) ? 'FULL' : 'NOTED'));
  }
  const notes = perDatabase(() =>
    coalesce<Notice, Noted>(noteTogether, { atOnce: 1, most: 100, splits: (error) => !isDatabaseAway(error) }),
  );
  return (deps: Deps, token: string, body: Body) => notes(deps.db)({ deps, token, body });
}

type Reading<Api, Found> = {
  find: () => Promise<readonly string[]>;
  read: (api: Api, name: string) => Promise<Found>;
  /** Returns the names that need no other reading. */
  record: (found: readonly Found[]) => Promise<ReadonlySet<string>>;
  countTry: (names: string[]) => Promise<unknown>;
  atOnce: number;
};

/** Reads from the bank what notices have named, until nothing is left, the bank is away, or has no news of the rest. */
export async function readNamed<L extends Link, Api extends Client, Found>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: L,
  api: BankApi<L, Api>,
  { find, read, record, countTry, atOnce }: Reading<Api, Found>,
): Promise<void> {
  for (;;) {
    const names = await find();
    if (names.length === 0) return;
    const { found, answered } = await readEach(deps, link, api, names, read, atOnce);
    const done = await record(found);
    if (!answered) return;
    await countTry(names.filter((name) => !done.has(name)));
    if (done.size === 0) return;
  }
}

/** Reads records side by side. One that the bank refuses to show is left out. */
export async function readEach<L extends Link, Api extends Client, Found>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: L,
  api: BankApi<L, Api>,
  names: readonly string[],
  read: (api: Api, name: string) => Promise<Found>,
  atOnce: number,
) {
  const found: Found[] = [];
  const answered = await withBank(deps, link, api, (client) =>
    inParallel(names, atOnce, async (name) => {
      try {
        found.push(await read(client, name));
      } catch (error) {
        requireRefusal(error);
      }
    }),
  );
  return { found, answered: answered !== undefined };
}
