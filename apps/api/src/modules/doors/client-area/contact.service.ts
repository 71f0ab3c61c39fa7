import type { ContactData } from '@morada/contract/doors/client-area';
import { accountRequestProblems } from '@morada/contract/registry/account-requests';
import type { BankAccountSave } from '@morada/contract/registry/clients';
import type * as z from 'zod/mini';
import { canMail } from '#api/mail/mail.service.ts';
import * as requests from '#api/modules/registry/clients/account-requests.service.ts';
import { updateClient } from '#api/modules/registry/clients/clients.service.ts';
import { clientContext, type Desk } from '#api/modules/registry/clients/sessions.service.ts';
import { listBanks } from '#api/modules/registry/places/places.service.ts';
import * as queries from './client-area.queries.ts';

/** Changes the client's telephone and address; the trail keeps what was before. */
export const changeContact = (deps: Desk, clientId: number, given: z.output<typeof ContactData>) => {
  const { phone, ...rest } = given;
  const emptied = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, value ?? null]));
  return updateClient(clientContext(deps), clientId, { phone, ...emptied });
};

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
  const { owns, receives } = await queries.findStanding(deps.db, clientId, deps.today());
  if (!owns && !receives) throw accountRequestProblems.ACCOUNT_REQUEST_NOT_FOUND();
  await requests.requestAccount(clientContext(deps), clientId, given, replaces);
}

export const confirmAccount = (deps: Desk, clientId: number, code: string) =>
  requests.confirmRequest(clientContext(deps), clientId, code);

export const cancelAccount = (deps: Desk, clientId: number) => requests.cancelRequest(clientContext(deps), clientId);
