import { common } from '@morada/contract/problem';
import { newPassword, sessionProblems } from '@morada/contract/session';
import { isGuessable } from '@morada/domain/password';
import { granted } from '@morada/domain/permissions';
import { hash, verify } from '@node-rs/argon2';
import { type Actor, type Context, type Db, type Deps, systemContext } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { notify, SESSIONS } from '../../live/notify.ts';
import { hashOf, newToken } from '../../secrets.ts';
import * as queries from './session.queries.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string) => hash(password, ARGON2);

/** The hash of a password that somebody chose: what stands in their name, their e-mail or the agency's name is none. */
export async function hashChosen(db: Db, password: string, person: { name: string; email?: string | null }) {
  const own = [person.name, person.email ?? '', await queries.findAgencyName(db)];
  if (isGuessable(password, own)) throw sessionProblems.PASSWORD_OWN();
  return hashPassword(password);
}

/** Verified when no such account exists, so that both answers take the same time. */
const NOBODY = await hashPassword(newToken());

const FREE_FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;

export async function actorOfToken(deps: Deps, token: string): Promise<Actor | undefined> {
  const tokenHash = hashOf(token);
  const found = await queries.findSession(deps.db, tokenHash);
  if (!found) return undefined;
  if (found.stale) await queries.touchSession(deps.db, tokenHash);
  return { id: found.id, name: found.name, permissions: found.permissions };
}

/** Who is behind each of the sessions that still live. */
export async function actorsOfTokens(deps: Deps, tokens: readonly string[]): Promise<Map<string, Actor>> {
  const hashes = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]));
  const rows = await queries.findActors(
    deps.db,
    [...hashes.keys()].map((hash) => Buffer.from(hash, 'hex')),
  );
  return new Map(rows.map(({ token_hash, ...actor }) => [hashes.get(token_hash.toString('hex')) ?? '', actor]));
}

export async function actorOfTicket(deps: Deps, ticket: string, path: string): Promise<Actor | undefined> {
  const taken = await queries.takeTicket(deps.db, hashOf(ticket), path);
  return taken && queries.findAdminActor(deps.db, taken.admin_user_id);
}

/** Somebody of the staff, and what their group grants at this moment. */
export const actorNow = queries.findAdminActor;

/** A ticket opens a path once, whatever is asked of it, for whoever took it; the path's own permission is checked then. */
export async function issueTicket(ctx: Context, address: string) {
  const [path = '', ...query] = address.split('?');
  const ticket = newToken();
  await queries.insertTicket(ctx.db, hashOf(ticket), ctx.actor.id ?? 0, path);
  return { url: `${path}?${[...query, `ticket=${ticket}`].join('&')}` };
}

/** Where a request comes from, and where to say how it went: by numbers, never by names. */
type Sender = { ip: string; log: Record<'info' | 'warn', (about: object, says: string) => void> };

export async function signIn(deps: Deps, credentials: { email: string; password: string }, { ip, log }: Sender) {
  const account = accountKey(credentials.email);
  const admin = await queries.findAdminByEmail(deps.db, credentials.email);
  const { right, limited } = await tried(
    deps.db,
    [account, `address:${ip}`],
    admin?.password_hash,
    credentials.password,
  );
  if (!right || !admin) {
    log.warn({ user: admin?.id, limited }, 'sign-in refused');
    throw limited ? tooManyFailures() : sessionProblems.WRONG_CREDENTIALS();
  }
  await queries.forgetFailures(deps.db, account);
  log.info({ user: admin.id }, 'signed in');
  return openSession(deps.db, admin);
}

const accountKey = (email: string) => `account:${email.toLowerCase()}`;
const tooManyFailures = () => sessionProblems.TOO_MANY_FAILURES({ extra: { retry_after: WINDOW_SECONDS } });

/**
 * Only failures count, by account and by address, and a right password always enters. Past the free failures a wrong
 * one is answered 429, and the tries of one account or address are checked one after another, so that guessing
 * is slow wherever it comes from.
 */
async function tried(db: Db, keys: string[], kept: string | null | undefined, password: string) {
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

/** Counts one more of something under a key, and says how many there were in the last quarter of an hour. */
export async function countTry(db: Db, key: string): Promise<number> {
  const before = await queries.countFailures(db, [key]);
  await queries.insertFailures(db, [key]);
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

type Admin = { id: number; name: string; group_id: number; group_name: string; permissions: string[] };

async function openSession(db: Db, admin: Admin) {
  const token = newToken();
  await queries.insertSession(db, hashOf(token), admin.id);
  const permissions = admin.permissions.map((permission) => ({ permission }));
  return { token, name: admin.name, group: [{ id: admin.group_id, name: admin.group_name, permissions }] };
}

export const signOut = (ctx: Context, token: string) =>
  change(ctx, async (trx) => {
    await queries.deleteSession(trx, hashOf(token));
    await notify(trx, SESSIONS);
  });

export async function changePassword(
  ctx: Context,
  token: string,
  input: { password: string; current_password?: string },
) {
  const id = ctx.actor.id ?? 0;
  const admin = await queries.findAdmin(ctx.db, id);
  if (!(await queries.isRecentSignIn(ctx.db, hashOf(token)))) {
    if (!input.current_password) throw sessionProblems['reauth-required']();
    // Whoever found an open session guesses no faster here than at the door.
    const { right, limited } = await tried(
      ctx.db,
      [accountKey(admin.email)],
      admin.password_hash,
      input.current_password,
    );
    if (!right) throw limited ? tooManyFailures() : sessionProblems['reauth-required']();
  }
  const password_hash = await hashChosen(ctx.db, input.password, admin);
  await change(ctx, async (trx) => {
    await queries.setPassword(trx, id, password_hash);
    await queries.deleteOtherSessions(trx, id, hashOf(token));
    await leaveTrail(trx, ctx, 'admin_user', id, 'password');
    await notify(trx, SESSIONS);
  });
  return { id, name: admin.name, email: admin.email };
}

export const isSetupOpen = async (deps: Deps) => !(await queries.anyAdmin(deps.db));

/** A fresh one-time link for the first administrator, good for a day; undefined once there is one. */
export async function newSetupLink(deps: Deps): Promise<string | undefined> {
  if (await queries.anyAdmin(deps.db)) return undefined;
  const token = newToken();
  await queries.clearSetupLinks(deps.db);
  await queries.insertSetupLink(deps.db, hashOf(token));
  return token;
}

export async function setUp(deps: Deps, input: { token: string; name: string; email: string; password: string }) {
  // Anybody may call: nobody without a link makes the server work for it.
  if (!(await queries.hasSetupLink(deps.db, hashOf(input.token)))) throw sessionProblems.SETUP_CLOSED();
  const password_hash = await hashChosen(deps.db, input.password, input);
  return deps.db.transaction().execute(async (trx) => {
    await queries.lockSetup(trx);
    const link = await queries.takeSetupLink(trx, hashOf(input.token));
    if (!link || (await queries.anyAdmin(trx))) throw sessionProblems.SETUP_CLOSED();
    return openSession(trx, await insertAdministrator(trx, deps, { ...input, password_hash }));
  });
}

/** For `npm run admin:create` and `ADMIN_EMAIL`: an administrator who may do everything. */
export async function createAdministrator(deps: Deps, input: { name: string; email: string; password: string }) {
  const { error } = newPassword('Falta a senha').safeParse(input.password);
  if (error) throw new Error(`A senha do administrador não serve. ${error.issues[0]?.message}`);
  const password_hash = await hashChosen(deps.db, input.password, input);
  return deps.db.transaction().execute((trx) => insertAdministrator(trx, deps, { ...input, password_hash }));
}

async function insertAdministrator(
  trx: Db,
  deps: Deps,
  input: { name: string; email: string; password_hash: string },
): Promise<Admin> {
  const name = 'Administradores';
  const permissions = ['*'];
  const group = await queries.insertGroup(trx, name, permissions);
  const { email, password_hash } = input;
  const admin = await queries.insertAdmin(trx, {
    name: input.name,
    email: email.toLowerCase(),
    password_hash,
    group_id: group.id,
  });
  await leaveTrail(trx, systemContext(deps), 'admin_user', admin.id, 'create', { name: input.name, email });
  return { ...admin, group_id: group.id, group_name: name, permissions };
}

/** What has run out and nobody will ask for again. */
export async function sweep({ db }: Deps) {
  await queries.dropDeadSessions(db);
  await queries.dropOldFailures(db);
  await queries.dropOldTickets(db);
  await queries.dropOldIdempotencyKeys(db);
}

/** Each count only for whom may see its page (permissions.md). */
export async function badges(ctx: Context) {
  const counts = await queries.findBadges(ctx.db);
  const may = (permission: 'SCHEDULE_VIEW' | 'SUPPORT_VIEW' | 'CONTACT_VIEW', count: number | null) =>
    granted(ctx.actor.permissions, permission) ? (count ?? 0) : 0;
  return {
    schedules: may('SCHEDULE_VIEW', counts.schedules),
    chats: may('SUPPORT_VIEW', counts.chats),
    contacts: may('CONTACT_VIEW', counts.contacts),
  };
}

export const requireToken = (authorization: string | undefined) => {
  const token = authorization?.slice('Bearer '.length);
  if (!token) throw common.UNAUTHENTICATED();
  return token;
};
