import { sessionProblems } from '@morada/contract/access/session';
import { Problem } from '@morada/contract/base/problem';
import { clientAreaProblems } from '@morada/contract/doors/client-area';
import { accessMessage, passwordMessage } from '@morada/domain/access/access-message';
import { baseAddress } from '@morada/domain/base/ends';
import { emailChangedMessage } from '@morada/domain/people/account-message';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import type { Actor, Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { hashNew } from '#api/modules/access/credentials/passwords.service.ts';
import {
  checkPassword,
  clientAccount,
  countTry,
  failuresToReport,
  forgetOrigins,
  type Origin,
  rememberOrigin,
} from '#api/modules/access/credentials/tries.service.ts';
import { setPassword } from './passwords.service.ts';
import * as people from './people.queries.ts';
import * as queries from './sessions.queries.ts';

/** Dependencies of a client's action, with the person who acts if they signed in for a company. */
export type Desk = Deps & { person?: Actor['person'] };

/**
 * Context of a client's action. The trail names the client's record and, in a field separate from the actor, a person
 * of a company; anonymising clears that name.
 */
export const clientContext = ({ person, ...deps }: Desk): Context => ({
  ...deps,
  actor: { id: null, name: 'Área do cliente', permissions: [], ...(person && { person }) },
});

/** A client's own entry, or that of a person of a company. */
type Entry = { id: number; person?: { id: number; name: string } };

export async function clientOfToken({ db }: Deps, token: string) {
  const tokenHash = hashOf(token);
  const found = await queries.findSession(db, tokenHash);
  if (!found) return undefined;
  if (found.stale) await queries.touchSession(db, tokenHash);
  const { id, name, person_id, person } = found;
  return { id, name, ...(person_id !== null && { person: { id: person_id, name: person ?? '' } }) };
}

/** Origin of a sign-in: the address, and the token of a familiar browser. */
export type From = Extract<Origin, { address: string }>;

/** Signs a client in; returns the token of the new session and the number of failed attempts to report. */
export async function signIn(deps: Deps, { email, password }: { email: string; password: string }, from: From) {
  const client = await queries.findByEmail(deps.db, email);
  const account = clientAccount(email);
  await checkPassword(deps, { account, origin: from, kept: client?.password_hash, password });
  if (!client) throw sessionProblems.WRONG_CREDENTIALS();
  const tries = await failuresToReport(deps.db, account);
  return { token: await openSession(deps.db, client, from), tries };
}

type Opened = { id: number; person_id: number | null; email: string | null };

export async function openSession(db: Db, client: Opened, from: From) {
  const token = newToken();
  await queries.insertSession(db, hashOf(token), client.id, client.person_id);
  if (client.email) await rememberOrigin(db, clientAccount(client.email), from);
  return token;
}

/** Number of failed attempts to report to the client; 0 below the threshold. */
export async function failuresToReportToClient(deps: Deps, entry: Entry): Promise<number> {
  const { email } = await entryOf(deps, entry);
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
    await queries.insertLink(trx, hashOf(token), client.id, client.person_id);
    const told = {
      client: client.name,
      agency: await queries.findAgencyName(trx),
      url: `${areaUrl(deps)}/acesso/${token}`,
    };
    await queueMail(trx, { recipient: email, ...accessMessage(told) });
  });

/** Built from the settings and never from the request's Host header, which an attacker controls. */
export const areaUrl = ({ publicUrl = '' }: Deps) => `${baseAddress(publicUrl)}/cliente`;

/** The client of a link. Opening it does not consume it, since mail scanners open links too. */
export async function openLink({ db }: Deps, token: string) {
  const client = await queries.findLink(db, hashOf(token));
  if (!client) throw clientAreaProblems.LINK_OVER();
  return client;
}

/** Consumes the link, ends every session of the entry and returns the token of a new one. */
export async function consumeLink(deps: Deps, token: string, password: string, from: From): Promise<string> {
  const client = await openLink(deps, token);
  const password_hash = await hashNew(password);
  const ctx = clientContext(acting(deps, client));
  return change(ctx, async (trx) => {
    if (!(await queries.consumeLink(trx, hashOf(token)))) throw clientAreaProblems.LINK_OVER();
    await renewPassword(trx, ctx, client, password_hash);
    return openSession(trx, client, from);
  });
}

export async function account({ db }: Pick<Deps, 'db'>, id: number) {
  const found = await queries.findAccount(db, id);
  if (!found) throw sessionProblems.WRONG_CREDENTIALS();
  return found;
}

/** Name, e-mail and password of an entry. */
export async function entryOf({ db }: Deps, { id, person }: Entry) {
  if (!person) return { ...(await account({ db }, id)), person_id: null };
  const found = await queries.findPersonEntry(db, id, person.id);
  if (!found) throw sessionProblems.WRONG_CREDENTIALS();
  return found;
}

/** Adds the person to the dependencies, if the entry is that of a person of a company. */
const acting = (deps: Deps, { id, person_id, name }: { id: number; person_id: number | null; name: string }): Desk => ({
  ...deps,
  ...(person_id !== null && { person: { name, client_id: id } }),
});

/** @throws WRONG_CURRENT_PASSWORD, TOO_MANY_FAILURES */
export async function checkCurrentPassword(deps: Deps, entry: Entry, password: string) {
  const found = await entryOf(deps, entry);
  await checkPassword(deps, {
    account: clientAccount(found.email ?? ''),
    origin: { session: entry.person ? `person ${entry.person.id}` : `client ${entry.id}` },
    kept: found.password_hash,
    password,
  }).catch((error) => {
    const isWrong = error instanceof Problem && error.status === 401;
    throw isWrong ? clientAreaProblems.WRONG_CURRENT_PASSWORD() : error;
  });
  return found;
}

/** Changes the password, ends every session of the entry and returns the token of a new one. */
export async function changePassword(
  deps: Deps,
  entry: Entry,
  input: { current_password: string; password: string },
  from: From,
): Promise<string> {
  const found = await checkCurrentPassword(deps, entry, input.current_password);
  const password_hash = await hashNew(input.password);
  const ctx = clientContext(acting(deps, found));
  return change(ctx, async (trx) => {
    await renewPassword(trx, ctx, found, password_hash);
    return openSession(trx, found, from);
  });
}

async function renewPassword(trx: Db, ctx: Context, { id, person_id }: Opened, password_hash: string) {
  if (person_id === null) await setPassword(trx, id, password_hash);
  else await queries.setPersonPassword(trx, person_id, password_hash);
  await leaveTrail(trx, ctx, 'client', id, person_id === null ? 'password' : 'person-password');
  await whenPasswordChanged(trx, ctx, id, person_id);
}

/** Ends the sessions of the entry, deletes pending links, forgets familiar origins, and informs its person by mail. */
export async function whenPasswordChanged(
  trx: Db,
  deps: Deps,
  id: number,
  personId: number | null = null,
): Promise<void> {
  await queries.deleteSessions(trx, id, personId);
  await queries.deleteLinks(trx, id, personId);
  const client =
    personId === null ? await queries.findAccount(trx, id) : await queries.findPersonEntry(trx, id, personId);
  if (client?.email) await forgetOrigins(trx, clientAccount(client.email));
  if (!client?.email || !canMail(deps)) return;
  const told = { client: client.name, agency: await queries.findAgencyName(trx), url: `${areaUrl(deps)}/acesso` };
  await queueMail(trx, { recipient: client.email, ...passwordMessage(told, deps.today()) });
}

/** Whether an e-mail signs in as a person of a company. */
export const isEmailOfPerson = async (db: Db, email: string) =>
  (await people.findPersonOfEmail(db, email)) !== undefined;

export const hasPeople = (db: Db, clientId: number): Promise<boolean> => people.hasPeople(db, clientId);

/** Serialises changes that give an e-mail to a client or a person of a company: it signs in to one entry. */
export const holdEmail = (trx: Db, email: string) => queries.holdEmail(trx, email);

/** Ends the access of clients and of all people of companies, inside the caller's transaction. */
export async function endAccess(trx: Db, clientIds: readonly number[]): Promise<void> {
  await people.deletePeople(trx, clientIds);
  await queries.deleteAccess(trx, clientIds);
}

/**
 * Ends the sessions that the former address opened, deletes pending links, which were sent to it or lead to another, and
 * informs it by mail.
 */
export async function whenEmailChanged(
  trx: Db,
  deps: Deps,
  { id, name, email }: { id: number; name: string; email: string | null },
): Promise<void> {
  await queries.deleteSessions(trx, id, null);
  await queries.deleteLinks(trx, id, null);
  await queries.deleteEmailLinks(trx, id);
  if (!email) return;
  await forgetOrigins(trx, clientAccount(email));
  if (!canMail(deps)) return;
  const told = { client: name, agency: await queries.findAgencyName(trx) };
  await queueMail(trx, { recipient: email, ...emailChangedMessage(told, deps.today()) });
}

export async function sweepClientArea({ db }: Deps): Promise<void> {
  await queries.dropDeadSessions(db);
  await queries.dropOldLinks(db);
  await queries.dropOldEmailLinks(db);
}
