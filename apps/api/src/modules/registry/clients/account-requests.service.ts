import { randomInt } from 'node:crypto';
import { accountRequestProblems } from '@morada/contract/registry/account-requests';
import type { BankAccountSave } from '@morada/contract/registry/clients';
import { accountChangedMessage, codeMessage } from '@morada/domain/people/account-message';
import { accountRequestLife } from '@morada/domain/people/account-request';
import type * as z from 'zod/mini';
import { hashPassword, verifyPassword } from '#api/base/secrets/password-hashing.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { countTry } from '#api/modules/access/credentials/tries.service.ts';
import * as queries from './account-requests.queries.ts';
import { findBankAccounts } from './banks.queries.ts';
import { keptOf, replaceAccount } from './banks.service.ts';
import { findClient } from './clients.queries.ts';
import { holdClient } from './clients.service.ts';

/** Codes that one client can ask for within the window of the limit. */
const CODES_AT_ONCE = 5;

export const listRequests = ({ db }: Pick<Context, 'db'>) => queries.findWaiting(db);

/** The client's accounts, and the change that they asked for. */
export async function accountsOf(db: Db, clientId: number) {
  return {
    accounts: await findBankAccounts(db, clientId),
    request: (await queries.findOpen(db, clientId)) ?? null,
    last: (await queries.findDecided(db, clientId)) ?? null,
  };
}

type Asked = z.output<typeof BankAccountSave>;

/**
 * Requests a change of account, and sends the code that confirms it. An earlier request that still waits for its code
 * is cancelled.
 * @param replaces the account to replace; null adds a further one
 */
export async function requestAccount(ctx: Context, clientId: number, asked: Asked, replaces: number | null) {
  const client = await findClient(ctx.db, clientId);
  if (!canMail(ctx) || !client?.email) throw accountRequestProblems.ACCOUNT_CODE_OFF();
  if ((await countTry(ctx.db, `account-code:${clientId}`)) >= CODES_AT_ONCE)
    throw accountRequestProblems.ACCOUNT_TOO_MANY();
  const { obs: _, ...account } = await keptOf(ctx, asked);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const code_hash = await hashPassword(code);
  const { name, email } = client;
  await change(ctx, async (trx) => {
    await holdClient(trx, clientId);
    const open = await queries.findOpen(trx, clientId);
    if (open?.state === 'WAITING_AGENCY') throw accountRequestProblems.ACCOUNT_REQUEST_WAITING();
    if (open) await giveUp(trx, ctx, open);
    const present = (await findBankAccounts(trx, clientId)).find(({ id }) => id === replaces);
    const row = { ...account, client_id: clientId, bank_account_id: present?.id ?? null, code_hash };
    const { id } = await queries.insertRequest(trx, row);
    await leaveTrail(trx, ctx, 'bank_account_request', id, 'create', { client_id: clientId });
    const agency = (await readAgency(trx, ['name'])).name;
    await queueMail(trx, { recipient: email, ...codeMessage({ client: name, agency }, code) });
  });
}

/** Compares the code. Each try is counted before, so that concurrent ones stay within the limit. */
export async function confirmRequest(ctx: Context, clientId: number, code: string): Promise<void> {
  const tried = await queries.countCodeTry(ctx.db, clientId);
  if (!tried?.code_hash) throw accountRequestProblems.ACCOUNT_CODE_OVER();
  if (!(await verifyPassword(tried.code_hash, code)))
    throw accountRequestProblems.ACCOUNT_CODE_WRONG({ field: 'code' });
  await change(ctx, async (trx) => {
    const changes = {
      code_hash: null,
      confirmed_at: new Date(),
      state: accountRequestLife.next('WAITING_CODE', 'confirm'),
    };
    if (!(await queries.moveRequest(trx, tried.id, 'WAITING_CODE', changes)))
      throw accountRequestProblems.ACCOUNT_CODE_OVER();
    await leaveTrail(trx, ctx, 'bank_account_request', tried.id, 'confirm', { client_id: clientId });
  });
}

/** Cancels the client's open request, if there is one. */
export const cancelRequest = (ctx: Context, clientId: number): Promise<void> =>
  change(ctx, async (trx) => {
    await holdClient(trx, clientId);
    const open = await queries.findOpen(trx, clientId);
    if (open) await giveUp(trx, ctx, open);
  });

type Open = NonNullable<Awaited<ReturnType<typeof queries.findOpen>>>;

async function giveUp(trx: Db, ctx: Context, { id, state, client_id }: Open) {
  const changes = { code_hash: null, state: accountRequestLife.next(state, 'cancel') };
  if (!(await queries.moveRequest(trx, id, state, changes))) throw accountRequestProblems.ACCOUNT_REQUEST_STATE();
  await leaveTrail(trx, ctx, 'bank_account_request', id, 'cancel', { client_id });
}

/**
 * The agency's confirmation: the account takes effect, and counts as changed by the person who confirmed it. Payments
 * to an account that was never paid wait for a second person.
 */
export const applyRequest = (ctx: Context, id: number): Promise<void> =>
  change(ctx, async (trx) => {
    const request = await lock(trx, id);
    const { client_id, name, email, bank_account_id, code, bank_name, holder_name, document } = request;
    const { agency_number, account_number, account_type, operation_number, pix_key } = request;
    await decide(trx, ctx, id, 'apply');
    await replaceAccount(trx, ctx, client_id, bank_account_id, {
      ...{ code, bank_name, holder_name, document, agency_number, account_number, account_type },
      ...{ operation_number, pix_key, obs: null },
    });
    await leaveTrail(trx, ctx, 'bank_account_request', id, 'apply', { client_id });
    if (!email || !canMail(ctx)) return;
    const agency = (await readAgency(trx, ['name'])).name;
    await queueMail(trx, { recipient: email, ...accountChangedMessage({ client: name, agency }, ctx.today()) });
  });

export const refuseRequest = (ctx: Context, id: number, reason: string): Promise<void> =>
  change(ctx, async (trx) => {
    const { client_id } = await lock(trx, id);
    await decide(trx, ctx, id, 'refuse', reason);
    await leaveTrail(trx, ctx, 'bank_account_request', id, 'refuse', { client_id });
  });

async function lock(trx: Db, id: number) {
  const request = await queries.lockRequest(trx, id);
  if (!request) throw accountRequestProblems.ACCOUNT_REQUEST_NOT_FOUND();
  return request;
}

async function decide(trx: Db, ctx: Context, id: number, action: 'apply' | 'refuse', refusal: string | null = null) {
  const changes = { refusal, decided_at: new Date(), decided_by: ctx.actor.id };
  const state = accountRequestLife.next('WAITING_AGENCY', action);
  if (!(await queries.moveRequest(trx, id, 'WAITING_AGENCY', { ...changes, state })))
    throw accountRequestProblems.ACCOUNT_REQUEST_STATE();
}
