import { Problem } from '@morada/contract/base/problem';
import { clientAreaProblems } from '@morada/contract/doors/client-area';
import { accountRequestProblems } from '@morada/contract/registry/account-requests';
import { clientProblems } from '@morada/contract/registry/clients';
import { newEmailMessage } from '@morada/domain/people/account-message';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { type Deps, inside } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { countTry } from '#api/modules/access/credentials/tries.service.ts';
import { clientOfEmail, updateClient } from './clients.service.ts';
import * as queries from './sessions.queries.ts';
import { areaUrl, checkCurrentPassword, clientContext, type Desk, type From, openSession } from './sessions.service.ts';

/** Links that one client can ask for within the window of the limit. */
const LINKS_AT_ONCE = 5;

/** Sends a link to the new address, which takes effect once it is opened there. */
export async function requestEmail(deps: Desk, clientId: number, email: string, password: string): Promise<void> {
  if (!canMail(deps)) throw clientAreaProblems.MAIL_OFF();
  const { name, email: present } = await checkCurrentPassword(deps, { id: clientId }, password);
  if (email === present) throw clientAreaProblems.EMAIL_SAME();
  if ((await countTry(deps.db, `email-link:${clientId}`)) >= LINKS_AT_ONCE)
    throw accountRequestProblems.ACCOUNT_TOO_MANY();
  const ctx = clientContext(deps);
  await change(ctx, async (trx) => {
    await leaveTrail(trx, ctx, 'client', clientId, 'ask-email');
    // An address of another client gets no link, but the same answer, which doesn't reveal who is registered.
    if (await clientOfEmail(trx, email)) return;
    const token = newToken();
    await queries.deleteEmailLinks(trx, clientId);
    await queries.insertEmailLink(trx, hashOf(token), clientId, email);
    const agency = await queries.findAgencyName(trx);
    const url = `${areaUrl(deps)}/conta/email/${token}`;
    await queueMail(trx, { recipient: email, ...newEmailMessage({ client: name, agency }, url) });
  });
}

/** The address of a link, for the client who asked for it. Opening it changes nothing: mail scanners open links too. */
export async function openEmailLink({ db }: Deps, clientId: number, token: string): Promise<string> {
  const link = await queries.findEmailLink(db, clientId, hashOf(token));
  if (!link) throw clientAreaProblems.LINK_OVER();
  return link.email;
}

/**
 * Replaces the former address by the new one, which ends every session of the client, and returns the token of a new one.
 */
export function confirmEmail(deps: Desk, clientId: number, token: string, from: From): Promise<string> {
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    const link = await queries.consumeEmailLink(trx, clientId, hashOf(token));
    if (!link) throw clientAreaProblems.LINK_OVER();
    await updateClient(inside(ctx, trx), clientId, { email: link.email }).catch((error) => {
      const isTaken = error instanceof Problem && error.code === clientProblems.EMAIL_TAKEN().code;
      throw isTaken ? clientAreaProblems.LINK_OVER() : error;
    });
    return openSession(trx, { id: clientId, person_id: null, email: link.email }, from);
  });
}
