import { type BankAccountSave, clientProblems } from '@morada/contract/registry/clients';
import { bankName } from '@morada/domain/bank/banks';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { listBanks } from '../places/places.service.ts';
import * as queries from './banks.queries.ts';
import { findClient } from './clients.queries.ts';
import { holdClient, lockClient } from './clients.service.ts';

export async function listBankAccounts(ctx: Context, id: number) {
  const [client, accounts] = await Promise.all([findClient(ctx.db, id), queries.findBankAccounts(ctx.db, id)]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  return accounts;
}

type Given = z.output<typeof BankAccountSave>;

/** Account as stored: omitted fields are empty, and a bank outside the list keeps only its code. */
export async function keptOf(ctx: Context, { code = null, bank_name, ...given }: Given) {
  const listed = code !== null && (await listBanks(ctx)).some((bank) => bank.code === code);
  return {
    code,
    bank_name: code === null ? null : listed ? (bank_name ?? bankName(code)) : bankName(code),
    holder_name: given.holder_name,
    agency_number: given.agency_number ?? null,
    account_number: given.account_number ?? null,
    account_type: given.account_type,
    operation_number: given.operation_number ?? null,
    document: given.document,
    pix_key: given.pix_key ?? null,
    obs: given.obs ?? null,
  };
}

export async function addBankAccount(ctx: Context, id: number, given: Given) {
  const account = await keptOf(ctx, given);
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    return insertAccount(trx, ctx, id, account);
  });
}

type KeptAccount = Awaited<ReturnType<typeof keptOf>>;

async function insertAccount(trx: Db, ctx: Context, id: number, kept: KeptAccount) {
  const account = { ...kept, client_id: id };
  const added = await queries.insertBankAccount(trx, account);
  await leaveTrail(trx, ctx, 'bank_account', added.id, 'create', account);
  return added;
}

/** Updates the account and the copies that contracts hold of it, so a corrected digit also reaches the transfers. */
export async function updateBankAccount(ctx: Context, id: number, accountId: number, given: Given) {
  const account = await keptOf(ctx, given);
  return change(ctx, async (trx) => {
    await holdClient(trx, id);
    const before = await queries.lockBankAccount(trx, id, accountId);
    if (!before) throw clientProblems.BANK_ACCOUNT_NOT_FOUND();
    await checkVersion(trx, ctx, 'bank_account', before);
    return changeAccount(trx, ctx, id, before, account);
  });
}

async function changeAccount(trx: Db, ctx: Context, id: number, before: queries.FoundAccount, account: KeptAccount) {
  const changes = difference<Partial<queries.FoundAccount>>(before, account);
  if (Object.keys(changes).length === 0) return before;
  const after = await queries.updateBankAccount(trx, before.id, account);
  await leaveTrail(trx, ctx, 'bank_account', before.id, 'update', changes);
  await emit(trx, ctx, 'bank-accounts.changed', [{ client_id: id, before, after }]);
  return after;
}

/**
 * Replaces an account by one that the client requested, inside the caller's transaction. Adds it as a further account
 * if there is none to replace, or it was removed meanwhile. Contracts that pay to the former account follow.
 */
export async function replaceAccount(
  trx: Db,
  ctx: Context,
  id: number,
  accountId: number | null,
  account: KeptAccount,
): Promise<void> {
  await holdClient(trx, id);
  const before = accountId === null ? undefined : await queries.lockBankAccount(trx, id, accountId);
  if (before) await changeAccount(trx, ctx, id, before, { ...account, obs: before.obs });
  else await insertAccount(trx, ctx, id, account);
}

export function removeBankAccount(ctx: Context, id: number, accountId: number) {
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const removed = await queries.dropBankAccount(trx, id, accountId);
    if (!removed) throw clientProblems.BANK_ACCOUNT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'bank_account', accountId, 'delete', { ...removed, client_id: id });
  });
}
