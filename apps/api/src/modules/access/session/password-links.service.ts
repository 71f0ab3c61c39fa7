import { sessionProblems } from '@morada/contract/access/session';
import { clientAreaProblems } from '@morada/contract/doors/client-area';
import {
  INVITATION_DAYS,
  invitationMessage,
  RESET_MINUTES,
  resetMessage,
  resetNotice,
} from '@morada/domain/access/reset-message';
import { baseAddress } from '@morada/domain/base/ends';
import { verifyPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import * as accounts from '../accounts/accounts.service.ts';
import { hashChosen } from '../credentials/passwords.service.ts';
import { countTry, forgetOrigins, type Place, staffAccount } from '../credentials/tries.service.ts';
import { signOut } from './own-sessions.service.ts';
import * as queries from './password-links.queries.ts';
import { findAgencyName } from './session.queries.ts';

/** Links that one e-mail address can request within 15 minutes, so that requests can't flood a mailbox. */
const LINKS_AT_ONCE = 3;

/** Built from the settings and never from the request's Host header, which an attacker controls. */
const pageUrl = ({ publicUrl = '' }: Deps) => `${baseAddress(publicUrl)}/senha`;

/**
 * Records the request for a link and returns the function that sends it if the person exists. Callers await only the
 * first part, so a known address answers as fast as an unknown one.
 * @throws MAIL_OFF
 */
export async function requestPasswordLink(deps: Deps, email: string): Promise<() => Promise<void>> {
  if (!canMail(deps)) throw clientAreaProblems.MAIL_OFF();
  const before = await countTry(deps.db, `password-link:${hashOf(email).toString('base64url')}`);
  return async () => {
    if (before < LINKS_AT_ONCE) await sendLink(deps, email);
  };
}

const sendLink = (deps: Deps, email: string) =>
  deps.db.transaction().execute(async (trx) => {
    const person = await queries.findByEmail(trx, email);
    if (!person) return;
    const token = newToken();
    await queries.insertLink(trx, hashOf(token), person.id, RESET_MINUTES);
    const told = { person: person.name, agency: await findAgencyName(trx), url: `${pageUrl(deps)}/${token}` };
    await queueMail(trx, { recipient: person.email, ...resetMessage(told) });
  });

/**
 * Makes the link by which a new member of the staff chooses a password, and sends it where mail is set up. Earlier ones
 * end. @returns the link to hand over where it was not sent.
 */
export async function invite(trx: Db, ctx: Context, person: { id: number; name: string; email: string }) {
  const token = newToken();
  await queries.deleteLinks(trx, person.id);
  await queries.insertLink(trx, hashOf(token), person.id, INVITATION_DAYS * 24 * 60);
  await leaveTrail(trx, ctx, 'admin_user', person.id, 'invite');
  if (!canMail(ctx)) return { sent_to: null, url: `${pageUrl(ctx)}/${token}` };
  const told = { person: person.name, agency: await findAgencyName(trx), url: `${pageUrl(ctx)}/${token}` };
  await queueMail(trx, { recipient: person.email, ...invitationMessage(told, ctx.actor.name) });
  return { sent_to: person.email, url: null };
}

/**
 * The person of a link. Opening it does not consume it, since mail scanners open links too.
 * @throws LINK_OVER
 */
export async function openPasswordLink({ db }: Deps, token: string) {
  const person = await queries.findLink(db, hashOf(token));
  if (!person) throw clientAreaProblems.LINK_OVER();
  return person;
}

/**
 * Consumes the link and sets the password. Every session of the person ends and none is opened: the sign-in asks for
 * the second factor as always.
 * @throws LINK_OVER, PASSWORD_COMMON, PASSWORD_OWN, PASSWORD_SAME
 */
export async function consumePasswordLink(deps: Deps, token: string, password: string, from: Place): Promise<void> {
  const person = await openPasswordLink(deps, token);
  const password_hash = await hashChosen(deps.db, password, person);
  if (person.password_temporary && (await verifyPassword(person.password_hash, password)))
    throw sessionProblems.PASSWORD_SAME();
  const ctx: Context = { ...deps, actor: { id: person.id, name: person.name, permissions: [] } };
  await change(ctx, async (trx) => {
    if (!(await queries.consumeLink(trx, hashOf(token)))) throw clientAreaProblems.LINK_OVER();
    await accounts.setChosenPassword(trx, person.id, password_hash);
    await signOut(trx, person.id);
    await forgetOrigins(trx, staffAccount(person.email), from);
    await leaveTrail(trx, ctx, 'admin_user', person.id, 'reset-password');
    const told = { person: person.name, agency: await findAgencyName(trx), url: pageUrl(deps) };
    if (canMail(deps)) await queueMail(trx, { recipient: person.email, ...resetNotice(told, deps.today()) });
  });
}

/** Revokes a person's unused links to set a password. Runs inside the caller's transaction. */
export const endPasswordLinks = (trx: Db, adminId: number) => queries.deleteLinks(trx, adminId);
