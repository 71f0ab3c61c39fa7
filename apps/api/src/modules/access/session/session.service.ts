import { secondFactorProblems } from '@morada/contract/access/second-factor';
import {
  type Credentials,
  type Duty,
  newPassword,
  type Session,
  sessionProblems,
} from '@morada/contract/access/session';
import { userProblems } from '@morada/contract/access/users';
import { common, Problem } from '@morada/contract/base/problem';
import { deviceOf } from '@morada/domain/access/device';
import { granted } from '@morada/domain/access/permissions';
import type * as z from 'zod/mini';
import { coalesce } from '#api/base/coalesce.ts';
import { verifyPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { type Actor, actorId, type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { emit } from '#api/db/events.ts';
import { dropOldIdempotencyKeys } from '#api/db/idempotency-keys.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { notify, SESSIONS } from '#api/live/notify.ts';
import * as accounts from '../accounts/accounts.service.ts';
import { addStarterGroups, ensureAdministrators } from '../accounts/starter.service.ts';
import { dutyOf, renewDuty } from '../credentials/duties.service.ts';
import { hashChosen } from '../credentials/passwords.service.ts';
import {
  dropOldFailures,
  dropOldFamiliar,
  failuresToReport,
  forgetOrigins,
  isRightPassword,
  rememberOrigin,
  staffAccount,
} from '../credentials/tries.service.ts';
import { consumeCode, hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { deleteLinks, dropOldLinks } from './password-links.queries.ts';
import * as queries from './session.queries.ts';

/** Session of a token's hash. Concurrent requests share a statement. */
const sessionQueue = perDatabase((db) =>
  coalesce(
    async (tokenHashes: readonly Buffer[]) => {
      const distinct = new Map(tokenHashes.map((hash) => [hash.toString('hex'), hash]));
      const found = await queries.findSessions(db, [...distinct.values()]);
      const sessions = new Map(found.map((session) => [session.token_hash.toString('hex'), session]));
      return tokenHashes.map((hash) => sessions.get(hash.toString('hex')));
    },
    { atOnce: 3, most: 64, splits: () => false },
  ),
);

export async function actorOfToken(deps: Deps, token: string): Promise<Actor | undefined> {
  const tokenHash = hashOf(token);
  const found = await sessionQueue(deps.db)(tokenHash);
  if (!found) return undefined;
  if (found.stale) await queries.touchSession(deps.db, tokenHash);
  const { id, name, permissions, confirmed, duty } = found;
  return { id, name, permissions, confirmed, session: tokenHash, ...(duty && { duty: duty as Duty }) };
}

/** Actors of the sessions that are still alive. */
export async function actorsOfTokens(deps: Deps, tokens: readonly string[]): Promise<Map<string, Actor>> {
  const hashes = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]));
  const rows = await queries.findActors(
    deps.db,
    [...hashes.keys()].map((hash) => Buffer.from(hash, 'hex')),
  );
  return new Map(rows.map(({ token_hash, ...actor }) => [hashes.get(token_hash.toString('hex')) ?? '', actor]));
}

export async function actorOfTicket(deps: Deps, ticket: string, path: string): Promise<Actor | undefined> {
  const taken = await queries.consumeTicket(deps.db, hashOf(ticket), path);
  return taken && queries.findAdminActor(deps.db, taken.admin_user_id);
}

/** A staff member with the current permissions of their group. */
export const actorNow = queries.findAdminActor;

/**
 * A ticket opens a file's path once, with any query, for the person and the session that took it; the path's own
 * permission is checked then.
 */
export async function issueTicket(ctx: Context, address: string) {
  const { id, session } = ctx.actor;
  if (id === null || !session) throw common.UNAUTHENTICATED();
  const [path = '', ...query] = address.split('?');
  const ticket = newToken();
  await queries.insertTicket(ctx.db, { token_hash: hashOf(ticket), admin_user_id: id, session_hash: session, path });
  return { url: `${path}?${[...query, `ticket=${ticket}`].join('&')}` };
}

/** Issues a ticket for an address sent by the client. */
export async function issueTicketFor(ctx: Context, address: string, isFile: (path: string) => boolean) {
  if (!isFile(address.split('?', 1)[0] ?? '')) throw sessionProblems.NO_FILE_THERE();
  return issueTicket(ctx, address);
}

/** Origin of a request and its logger. Logs hold ids, never names. */
type Sender = { log: Record<'info' | 'warn', (about: object, says: string) => void> } & Bearer;
/** Holder of the session, and the token of its browser. */
type Bearer = { ip: string; headers: { 'user-agent'?: string | undefined }; browser: string };

export async function signIn(deps: Deps, credentials: z.output<typeof Credentials>, sender: Sender) {
  const { ip, browser, log } = sender;
  const account = staffAccount(credentials.email);
  const admin = await queries.findAdminByEmail(deps.db, credentials.email);
  const right = await isRightPassword(deps, {
    account,
    origin: { address: ip, browser },
    kept: admin?.password_hash,
    password: credentials.password,
  }).catch((error) => {
    log.warn({ user: admin?.id, limited: true }, 'sign-in refused');
    throw error;
  });
  if (!right || !admin) {
    log.warn({ user: admin?.id, limited: false }, 'sign-in refused');
    throw sessionProblems.WRONG_CREDENTIALS();
  }
  await checkSecondFactor(deps, admin, credentials.code).catch((error) => {
    if (credentials.code) log.warn({ user: admin.id, factor: 'second' }, 'sign-in refused');
    throw error;
  });
  log.info({ user: admin.id }, 'signed in');
  const tries = await failuresToReport(deps.db, account);
  const opened = await openSession(deps.db, { ...admin, email: credentials.email }, sender);
  return { ...opened, ...(tries > 0 && { failed_tries: tries }) };
}

/**
 * Checks the code if the person has a second factor.
 * @throws second-factor-required, WRONG_CODE, TOO_MANY_CODES
 */
async function checkSecondFactor(deps: Deps, person: { id: number; name: string }, code: string | undefined) {
  if (!(await hasSecondFactor(deps.db, person.id))) return;
  if (!code) throw secondFactorProblems['second-factor-required']();
  await consumeCode(deps, person, code);
}

type Admin = { id: number; name: string; email: string; group_id: number; group_name: string; permissions: string[] };

async function openSession(db: Db, admin: Admin, { ip, headers, browser }: Bearer): Promise<z.output<typeof Session>> {
  const token = newToken();
  const duty = await dutyOf(db, admin.id);
  await queries.insertSession(db, {
    token_hash: hashOf(token),
    admin_user_id: admin.id,
    device: deviceOf(headers['user-agent']),
    duty,
  });
  await rememberOrigin(db, staffAccount(admin.email), { address: ip, browser });
  const permissions = admin.permissions.map((permission) => ({ permission }));
  const group = [{ id: admin.group_id, name: admin.group_name, permissions }];
  return { token, name: admin.name, group, ...(duty && { duty }) };
}

export const signOut = (ctx: Context, token: string) =>
  change(ctx, async (trx) => {
    await queries.deleteSession(trx, hashOf(token));
    await notify(trx, SESSIONS);
  });

/** Confirms the session: for ten minutes it may make calls that ask for the password. */
export async function confirm(ctx: Context, token: string, { password, code }: { password: string; code?: string }) {
  const admin = await queries.findAdmin(ctx.db, actorId(ctx));
  // Confirmations have a counter for each session: failed sign-ins elsewhere don't delay the owner, and a stolen
  // session allows no faster guessing than the sign-in.
  const right = await isRightPassword(ctx, {
    account: staffAccount(admin.email),
    origin: { session: hashOf(token).toString('hex') },
    kept: admin.password_hash,
    password,
  });
  if (!right) throw sessionProblems.WRONG_PASSWORD();
  await checkSecondFactor(ctx, admin, code);
  await queries.confirmSession(ctx.db, hashOf(token));
}

type NewPassword = { password: string; current_password?: string; code?: string };

export async function changePassword(
  ctx: Context,
  token: string,
  { password, current_password, code }: NewPassword,
  from: { address: string; browser: string },
) {
  const id = actorId(ctx);
  if (!ctx.actor.confirmed) {
    if (!current_password) throw sessionProblems['reauth-required']();
    await confirm(ctx, token, { password: current_password, code }).catch((error) => {
      const isWrong = error instanceof Problem && error.code === 'WRONG_PASSWORD';
      throw isWrong ? sessionProblems['reauth-required']() : error;
    });
  }
  const admin = await queries.findAdmin(ctx.db, id);
  const password_hash = await hashChosen(ctx.db, password, admin);
  if (admin.password_temporary && (await verifyPassword(admin.password_hash, password)))
    throw sessionProblems.PASSWORD_SAME();
  await change(ctx, async (trx) => {
    await accounts.setChosenPassword(trx, id, password_hash);
    await queries.deleteOtherSessions(trx, id, hashOf(token));
    await deleteLinks(trx, id);
    await forgetOrigins(trx, staffAccount(admin.email));
    await rememberOrigin(trx, staffAccount(admin.email), from);
    await renewDuty(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'password');
    await notify(trx, SESSIONS);
  });
  return { id, name: admin.name, email: admin.email };
}

export const isSetupOpen = async (deps: Deps) => !(await queries.anyAdmin(deps.db));

/** New one-time link for the first administrator, valid for a day; undefined once there is an administrator. */
export async function newSetupLink(deps: Deps): Promise<string | undefined> {
  if (await queries.anyAdmin(deps.db)) return undefined;
  const token = newToken();
  await queries.clearSetupLinks(deps.db);
  await queries.insertSetupLink(deps.db, hashOf(token));
  return token;
}

type FirstOne = { token: string; name: string; email: string; password: string };

export async function setUp(deps: Deps, input: FirstOne, bearer: Bearer) {
  // Checked before hashing: the route is public, and calls without a valid link must stay cheap.
  if (!(await queries.hasSetupLink(deps.db, hashOf(input.token)))) throw sessionProblems.SETUP_CLOSED();
  const password_hash = await hashChosen(deps.db, input.password, input);
  return deps.db.transaction().execute(async (trx) => {
    await queries.lockSetup(trx);
    const link = await queries.consumeSetupLink(trx, hashOf(input.token));
    if (!link || (await queries.anyAdmin(trx))) throw sessionProblems.SETUP_CLOSED();
    return openSession(trx, await insertAdministrator(trx, deps, { ...input, password_hash }), bearer);
  });
}

/** For `npm run admin:create` and `ADMIN_EMAIL`: creates an administrator with every permission. */
export async function createAdministrator(deps: Deps, input: { name: string; email: string; password: string }) {
  const { error } = newPassword('Falta a senha').safeParse(input.password);
  if (error) throw new Error(`A senha do administrador não serve. ${error.issues[0]?.message}`);
  const password_hash = await hashChosen(deps.db, input.password, input);
  return deps.db
    .transaction()
    .execute((trx) => insertAdministrator(trx, deps, { ...input, password_hash }))
    .catch(violates('admin_user_email', userProblems.ADMIN_EMAIL_TAKEN));
}

async function insertAdministrator(
  trx: Db,
  deps: Deps,
  input: { name: string; email: string; password_hash: string },
): Promise<Admin> {
  const isNew = !(await queries.anyGroup(trx));
  const group = await ensureAdministrators(trx);
  const { email, password_hash } = input;
  const admin = await accounts.insertAdministrator(trx, {
    name: input.name,
    email: email.toLowerCase(),
    password_hash,
    group_id: group.id,
  });
  const ctx = systemContext(deps);
  await leaveTrail(trx, ctx, 'admin_user', admin.id, 'create', { name: input.name, email });
  if (isNew) {
    await addStarterGroups(trx, ctx);
    await emit(trx, ctx, 'agency.created', [{ admin_user_id: admin.id }]);
  }
  return { ...admin, email, group_id: group.id, group_name: group.name, permissions: group.permissions };
}

/** Deletes expired sessions, attempts, origins, tickets and keys. */
/** What expires with the sessions of staff. No step depends on another. */
export const sweepsOfSessions = ({ db }: Pick<Deps, 'db'>) => ({
  sessions: () => queries.dropDeadSessions(db),
  failures: () => dropOldFailures(db),
  familiar: () => dropOldFamiliar(db),
  tickets: () => queries.dropOldTickets(db),
  links: () => dropOldLinks(db),
  'idempotency keys': () => dropOldIdempotencyKeys(db),
});

/** Each count only for callers who may see its page (permissions.md). */
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
