import { clientAreaProblems } from '@morada/contract/client-area';
import { Problem } from '@morada/contract/problem';
import { sessionProblems } from '@morada/contract/session';
import { accessMessage, passwordMessage } from '@morada/domain/access/access-message';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { hashOf, newToken } from '../../secrets.ts';
import { canMail, queueMail } from '../mail/mail.service.ts';
import { hashNew } from '../session/passwords.service.ts';
import {
  checkPassword,
  clientAccount,
  countTry,
  forgetOrigins,
  type Origin,
  rememberOrigin,
  triesToTell,
} from '../session/tries.service.ts';
import * as queries from './sessions.queries.ts';

/** The trail says that a client did it, and the record says which: no name is left behind when they are anonymised. */
export const clientContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Área do cliente', permissions: [] },
});

export async function clientOfToken({ db }: Deps, token: string) {
  const tokenHash = hashOf(token);
  const found = await queries.findSession(db, tokenHash);
  if (!found) return undefined;
  if (found.stale) await queries.touchSession(db, tokenHash);
  return { id: found.id, name: found.name };
}

/** Where a client comes from: an address, and the token by which their browser is known again. */
type From = Extract<Origin, { address: string }>;

/** The token of a new session, and how many wrong passwords the client hears of. */
export async function signIn(deps: Deps, { email, password }: { email: string; password: string }, from: From) {
  const client = await queries.findByEmail(deps.db, email);
  const account = clientAccount(email);
  await checkPassword(deps, { account, origin: from, kept: client?.password_hash, password });
  if (!client) throw sessionProblems.WRONG_CREDENTIALS();
  const tries = await triesToTell(deps.db, account);
  return { token: await openSession(deps.db, client, from), tries };
}

async function openSession(db: Db, client: { id: number; email: string | null }, from: From) {
  const token = newToken();
  await queries.insertSession(db, hashOf(token), client.id);
  if (client.email) await rememberOrigin(db, clientAccount(client.email), from);
  return token;
}

/** How many wrong passwords the client hears of; 0 where there were few. */
export async function triesToTellClient(deps: Deps, id: number): Promise<number> {
  const { email } = await account(deps, id);
  return email ? triesToTell(deps.db, clientAccount(email)) : 0;
}

export const signOut = ({ db }: Deps, token: string) => queries.deleteSession(db, hashOf(token));

/** Somebody who keeps asking fills nobody's letter box. */
const LINKS_AT_ONCE = 3;

/**
 * Notes that a link was asked for; what it answers sends one, if there is whom to send it to. Whoever asks waits for the
 * first part only, so that a known address answers as soon as an unknown one.
 */
export async function askForAccess(deps: Deps, email: string): Promise<() => Promise<void>> {
  if (!canMail(deps)) throw clientAreaProblems.MAIL_OFF();
  const before = await countTry(deps.db, `link:${hashOf(email).toString('base64url')}`);
  return async () => {
    if (before < LINKS_AT_ONCE) await sendLink(deps, email);
  };
}

const sendLink = (deps: Deps, email: string) =>
  deps.db.transaction().execute(async (trx) => {
    const client = await queries.findByEmail(trx, email);
    if (!client) return;
    const token = newToken();
    await queries.insertLink(trx, hashOf(token), client.id);
    const told = {
      client: client.name,
      agency: await queries.findAgencyName(trx),
      url: `${areaUrl(deps)}/acesso/${token}`,
    };
    await queueMail(trx, { recipient: email, ...accessMessage(told) });
  });

/** Never from what a request says of the host: a letter leads where the settings say. */
const areaUrl = ({ publicUrl = '' }: Deps) => `${publicUrl.replace(/\/+$/, '')}/cliente`;

/** Whose link it is; looking at it does not use it up, since readers of mail look too. */
export async function openLink({ db }: Deps, token: string) {
  const client = await queries.findLink(db, hashOf(token));
  if (!client) throw clientAreaProblems.LINK_OVER();
  return client;
}

/** The link is used up, every session ends and another begins: its token is answered. */
export async function takeLink(deps: Deps, token: string, password: string, from: From): Promise<string> {
  const client = await openLink(deps, token);
  const password_hash = await hashNew(password);
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    if (!(await queries.takeLink(trx, hashOf(token)))) throw clientAreaProblems.LINK_OVER();
    await renewPassword(trx, ctx, client.id, password_hash);
    return openSession(trx, client, from);
  });
}

export async function account({ db }: Deps, id: number) {
  const found = await queries.findAccount(db, id);
  if (!found) throw sessionProblems.WRONG_CREDENTIALS();
  return found;
}

/** Every session ends and another begins, whose token is answered. */
export async function changePassword(
  deps: Deps,
  id: number,
  input: { current_password: string; password: string },
  from: From,
): Promise<string> {
  const { email, password_hash: kept } = await account(deps, id);
  await checkPassword(deps, {
    account: clientAccount(email ?? ''),
    origin: { session: `client ${id}` },
    kept,
    password: input.current_password,
  }).catch((error) => {
    const isWrong = error instanceof Problem && error.status === 401;
    throw isWrong ? clientAreaProblems.WRONG_CURRENT_PASSWORD() : error;
  });
  const password_hash = await hashNew(input.password);
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    await renewPassword(trx, ctx, id, password_hash);
    return openSession(trx, { id, email }, from);
  });
}

async function renewPassword(trx: Db, ctx: Context, id: number, password_hash: string) {
  await queries.setPassword(trx, id, password_hash);
  await leaveTrail(trx, ctx, 'client', id, 'password');
  await whenPasswordChanged(trx, ctx, id);
}

/** Whoever was in by the old one is out, links that were asked for are void, and the client hears of it. */
export async function whenPasswordChanged(trx: Db, deps: Deps, id: number): Promise<void> {
  await queries.deleteSessions(trx, id);
  await queries.deleteLinks(trx, id);
  const client = await queries.findAccount(trx, id);
  if (client?.email) await forgetOrigins(trx, clientAccount(client.email));
  if (!client?.email || !canMail(deps)) return;
  const told = { client: client.name, agency: await queries.findAgencyName(trx), url: `${areaUrl(deps)}/acesso` };
  await queueMail(trx, { recipient: client.email, ...passwordMessage(told, deps.today()) });
}

/** A link that is under way to an address that is the client's no longer opens nothing. */
export const whenEmailChanged = (trx: Db, id: number) => queries.deleteLinks(trx, id);

export async function sweepClientArea({ db }: Deps): Promise<void> {
  await queries.dropDeadSessions(db);
  await queries.dropOldLinks(db);
}
