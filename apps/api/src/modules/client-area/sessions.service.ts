import { clientAreaProblems } from '@morada/contract/client-area';
import { Problem } from '@morada/contract/problem';
import { sessionProblems } from '@morada/contract/session';
import { accessMessage, passwordMessage } from '@morada/domain/access/access-message';
import { hashOf, newToken } from '../../base/secrets.ts';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { setPassword } from '../clients/passwords.service.ts';
import { canMail, queueMail } from '../mail/mail.service.ts';
import { hashNew } from '../session/passwords.service.ts';
import {
  checkPassword,
  clientAccount,
  countTry,
  failuresToReport,
  forgetOrigins,
  type Origin,
  rememberOrigin,
} from '../session/tries.service.ts';
import * as queries from './sessions.queries.ts';

/**
 * Context of a client's action. The trail names the client's record and no person, so anonymising leaves no name
 * behind.
 */
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

/** Origin of a sign-in: the address, and the token of a familiar browser. */
type From = Extract<Origin, { address: string }>;

/** Signs a client in; returns the token of the new session and the number of failed attempts to report. */
export async function signIn(deps: Deps, { email, password }: { email: string; password: string }, from: From) {
  const client = await queries.findByEmail(deps.db, email);
  const account = clientAccount(email);
  await checkPassword(deps, { account, origin: from, kept: client?.password_hash, password });
  if (!client) throw sessionProblems.WRONG_CREDENTIALS();
  const tries = await failuresToReport(deps.db, account);
  return { token: await openSession(deps.db, client, from), tries };
}

async function openSession(db: Db, client: { id: number; email: string | null }, from: From) {
  const token = newToken();
  await queries.insertSession(db, hashOf(token), client.id);
  if (client.email) await rememberOrigin(db, clientAccount(client.email), from);
  return token;
}

/** Number of failed attempts to report to the client; 0 below the threshold. */
export async function failuresToReportToClient(deps: Deps, id: number): Promise<number> {
  const { email } = await account(deps, id);
  return email ? failuresToReport(deps.db, clientAccount(email)) : 0;
}

export const signOut = ({ db }: Deps, token: string) => queries.deleteSession(db, hashOf(token));

/** Links that one e-mail address can request within the window of the limit, so that requests can't flood a mailbox. */
const LINKS_AT_ONCE = 3;

/**
 * Records the request for a link and returns the function that sends it if the client exists. Callers await only the
 * first part, so a known address answers as fast as an unknown one.
 */
export async function requestAccessLink(deps: Deps, email: string): Promise<() => Promise<void>> {
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

/** Built from the settings and never from the request's Host header, which an attacker controls. */
export const areaUrl = ({ publicUrl = '' }: Deps) => `${publicUrl.replace(/\/+$/, '')}/cliente`;

/** The client of a link. Opening it does not consume it, since mail scanners open links too. */
export async function openLink({ db }: Deps, token: string) {
  const client = await queries.findLink(db, hashOf(token));
  if (!client) throw clientAreaProblems.LINK_OVER();
  return client;
}

/** Consumes the link, ends every session of the client and returns the token of a new one. */
export async function consumeLink(deps: Deps, token: string, password: string, from: From): Promise<string> {
  const client = await openLink(deps, token);
  const password_hash = await hashNew(password);
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    if (!(await queries.consumeLink(trx, hashOf(token)))) throw clientAreaProblems.LINK_OVER();
    await renewPassword(trx, ctx, client.id, password_hash);
    return openSession(trx, client, from);
  });
}

export async function account({ db }: Deps, id: number) {
  const found = await queries.findAccount(db, id);
  if (!found) throw sessionProblems.WRONG_CREDENTIALS();
  return found;
}

/** @throws WRONG_CURRENT_PASSWORD, TOO_MANY_FAILURES */
export async function checkCurrentPassword(deps: Deps, id: number, password: string) {
  const found = await account(deps, id);
  await checkPassword(deps, {
    account: clientAccount(found.email ?? ''),
    origin: { session: `client ${id}` },
    kept: found.password_hash,
    password,
  }).catch((error) => {
    const isWrong = error instanceof Problem && error.status === 401;
    throw isWrong ? clientAreaProblems.WRONG_CURRENT_PASSWORD() : error;
  });
  return found;
}

/** Changes the password, ends every session of the client and returns the token of a new one. */
export async function changePassword(
  deps: Deps,
  id: number,
  input: { current_password: string; password: string },
  from: From,
): Promise<string> {
  const { email } = await checkCurrentPassword(deps, id, input.current_password);
  const password_hash = await hashNew(input.password);
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    await renewPassword(trx, ctx, id, password_hash);
    return openSession(trx, { id, email }, from);
  });
}

async function renewPassword(trx: Db, ctx: Context, id: number, password_hash: string) {
  await setPassword(trx, id, password_hash);
  await leaveTrail(trx, ctx, 'client', id, 'password');
  await whenPasswordChanged(trx, ctx, id);
}

/** Ends the client's sessions, deletes pending links, forgets familiar origins, and informs the client by mail. */
export async function whenPasswordChanged(trx: Db, deps: Deps, id: number): Promise<void> {
  await queries.deleteSessions(trx, id);
  await queries.deleteLinks(trx, id);
  const client = await queries.findAccount(trx, id);
  if (client?.email) await forgetOrigins(trx, clientAccount(client.email));
  if (!client?.email || !canMail(deps)) return;
  const told = { client: client.name, agency: await queries.findAgencyName(trx), url: `${areaUrl(deps)}/acesso` };
  await queueMail(trx, { recipient: client.email, ...passwordMessage(told, deps.today()) });
}

/** Deletes pending links, which were sent to the former address or lead to another. */
export async function whenEmailChanged(trx: Db, id: number): Promise<void> {
  await queries.deleteLinks(trx, id);
  await queries.deleteEmailLinks(trx, id);
}

export async function sweepClientArea({ db }: Deps): Promise<void> {
  await queries.dropDeadSessions(db);
  await queries.dropOldLinks(db);
  await queries.dropOldEmailLinks(db);
}
