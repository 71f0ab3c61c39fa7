import { accountRequestProblems } from '@morada/contract/account-requests';
import { type ContactData, clientAreaProblems } from '@morada/contract/client-area';
import type { BankAccountSave } from '@morada/contract/clients';
import { clientProblems } from '@morada/contract/clients';
import { Problem } from '@morada/contract/problem';
import { newEmailMessage } from '@morada/domain/people/account-message';
import type * as z from 'zod/mini';
import { hashOf, newToken } from '#api/base/secrets.ts';
import type { Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { countTry } from '#api/modules/access/session/tries.service.ts';
import * as requests from '#api/modules/registry/clients/account-requests.service.ts';
import { clientOfEmail, updateClient } from '#api/modules/registry/clients/clients.service.ts';
import { listBanks } from '#api/modules/registry/places/places.service.ts';
import * as queries from './client-area.queries.ts';
import * as sessions from './sessions.queries.ts';
import { areaUrl, checkCurrentPassword, clientContext, type Desk, type From, openSession } from './sessions.service.ts';

/** Changes the client's telephone and address; the trail keeps what was before. */
export const changeContact = (deps: Desk, clientId: number, given: z.output<typeof ContactData>) => {
  const { phone, ...rest } = given;
  const emptied = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, value ?? null]));
  return updateClient(clientContext(deps), clientId, { phone, ...emptied });
};

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
    await sessions.deleteEmailLinks(trx, clientId);
    await sessions.insertEmailLink(trx, hashOf(token), clientId, email);
    const agency = await sessions.findAgencyName(trx);
    const url = `${areaUrl(deps)}/conta/email/${token}`;
    await queueMail(trx, { recipient: email, ...newEmailMessage({ client: name, agency }, url) });
  });
}

/** The address of a link, for the client who asked for it. Opening it changes nothing: mail scanners open links too. */
export async function openEmailLink({ db }: Deps, clientId: number, token: string): Promise<string> {
  const link = await sessions.findEmailLink(db, clientId, hashOf(token));
  if (!link) throw clientAreaProblems.LINK_OVER();
  return link.email;
}

/**
 * Replaces the former address by the new one, which ends every session of the client, and returns the token of a new one.
 */
export function confirmEmail(deps: Desk, clientId: number, token: string, from: From): Promise<string> {
  const ctx = clientContext(deps);
  return change(ctx, async (trx) => {
    const link = await sessions.consumeEmailLink(trx, clientId, hashOf(token));
    if (!link) throw clientAreaProblems.LINK_OVER();
    await updateClient({ ...ctx, db: trx }, clientId, { email: link.email }).catch((error) => {
      const isTaken = error instanceof Problem && error.code === clientProblems.EMAIL_TAKEN().code;
      throw isTaken ? clientAreaProblems.LINK_OVER() : error;
    });
    return openSession(trx, { id: clientId, person_id: null, email: link.email }, from);
  });
}

/** Accounts of an owner, the change that is under way, and whether a code can be sent. */
export async function bankOf(deps: Desk, clientId: number) {
  return {
    ...(await requests.accountsOf(deps.db, clientId)),
    banks: await listBanks(clientContext(deps)),
    canAsk: canMail(deps),
  };
}

/** Only those who own a property or receive transfers have an account to change. */
export async function requestAccount(
  deps: Desk,
  clientId: number,
  given: z.output<typeof BankAccountSave>,
  replaces: number | null,
): Promise<void> {
  const { owns, receives } = await queries.findStanding(deps.db, clientId);
  if (!owns && !receives) throw accountRequestProblems.ACCOUNT_REQUEST_NOT_FOUND();
  await requests.requestAccount(clientContext(deps), clientId, given, replaces);
}

export const confirmAccount = (deps: Desk, clientId: number, code: string) =>
  requests.confirmRequest(clientContext(deps), clientId, code);

export const cancelAccount = (deps: Desk, clientId: number) => requests.cancelRequest(clientContext(deps), clientId);
