import { type BankAccountCreate, clientProblems } from '@morada/contract/clients';
import { bankName } from '@morada/domain/banks';
import type * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { listBanks } from '../places/places.service.ts';
import * as queries from './banks.queries.ts';
import { findClient } from './clients.queries.ts';
import { lockClient } from './clients.service.ts';

export async function listBankAccounts(ctx: Context, id: number) {
  const [client, accounts] = await Promise.all([findClient(ctx.db, id), queries.findBankAccounts(ctx.db, id)]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  return accounts;
}

/** A bank that no list knows is kept under its code alone. */
export async function addBankAccount(ctx: Context, id: number, input: z.output<typeof BankAccountCreate>) {
  const listed = (await listBanks(ctx)).some((bank) => bank.code === input.code);
  const account = { ...input, bank_name: listed ? input.bank_name : bankName(input.code), client_id: id };
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const added = await queries.insertBankAccount(trx, account);
    await leaveTrail(trx, ctx, 'bank_account', added.id, 'create', account);
    return added;
  });
}

export function removeBankAccount(ctx: Context, id: number, accountId: number) {
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const removed = await queries.dropBankAccount(trx, id, accountId);
    if (!removed) throw clientProblems.BANK_ACCOUNT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'bank_account', accountId, 'delete', { ...removed, client_id: id });
  });
}
