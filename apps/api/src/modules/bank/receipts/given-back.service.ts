import { Problem } from '@morada/contract/base/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import type { Cents } from '@morada/domain/base/money';
import { isDatabaseAway } from '#api/base/database-away.ts';
import type { Context, Db } from '#api/context.ts';
import { inSavepoint } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { giveBackOverpaid } from '#api/modules/money/invoices/overpaid.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import * as queries from './payments.queries.ts';

type GivenBack = {
  /** All names of the payment, its identity first. */
  names: readonly string[];
  /** The payment as the bank reported it, in the file that its settlement was to name. */
  entry: BankEntry;
  file_id: number;
  /** Invoice that the payment names, if it is known. */
  invoice_id: number | null;
  by: 'PIX' | 'BOLETO';
};

const BY_HAND = 'a fatura foi baixada à mão: se foi por este pagamento, estorne a baixa';
const NOT_REOPENED = 'a fatura não pôde ser reaberta: estorne a baixa';

/**
 * Takes a payment back that its bank gave back in full: no door settles it any more, and an invoice that it has settled
 * is open again, whichever channel told of it. An invoice that can't be reopened, because its owner was paid, stays
 * settled and becomes a task for staff. A failure is told to staff too, and holds up no other payment.
 * @returns the error of a failure that is no rule's refusal.
 */
export async function takePaymentBack(trx: Db, ctx: Context, given: GivenBack): Promise<unknown> {
  const { names, entry, by } = given;
  await queries.lockPayments(trx, names);
  const fingerprint = await queries.findFingerprint(trx, names);
  await queries.insertNames(
    trx,
    names.map((name) => ({ name, fingerprint })),
  );
  const settled = await queries.findSettledBy(trx, fingerprint);
  const { problem, fault } = settled
    ? await reopen(trx, ctx, settled.invoice_id)
    : { problem: (await isByHand(trx, given)) ? BY_HAND : null, fault: undefined };
  await queries.markGivenBack(trx, {
    ...{ fingerprint, entry, given_back_by: by, problem },
    file_id: settled?.file_id ?? given.file_id,
    line: settled?.line ?? entry.line,
    invoice_id: settled?.invoice_id ?? given.invoice_id,
  });
  await notify(trx, 'bank-payments');
  return fault;
}

const isByHand = async (trx: Db, { invoice_id, entry }: GivenBack) =>
  invoice_id !== null && (await queries.isSettledByHand(trx, invoice_id, entry));

type Reopened = { problem: string | null; fault?: unknown };

async function reopen(trx: Db, ctx: Context, id: number): Promise<Reopened> {
  try {
    const [refusal] = await inSavepoint(trx, () => refundInvoices(trx, ctx, [{ id, givenBack: true }]));
    return { problem: refusal?.message ?? null };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return error instanceof Problem ? { problem: error.message } : { problem: NOT_REOPENED, fault: error };
  }
}

/**
 * Takes back the part of a payment that a bank gave back: the line that waits for a person keeps the rest, and an invoice that
 * the payment has settled stays settled, with the part booked as returned where the rules can.
 * @returns why a person has to decide.
 */
export async function takePartBack(
  trx: Db,
  ctx: Context,
  names: readonly string[],
  { part, rest }: { part: Cents; rest: Cents },
): Promise<string | null> {
  await queries.lockPayments(trx, names);
  const fingerprint = await queries.findFingerprint(trx, names);
  const waits = await queries.keepRest(trx, fingerprint, rest);
  const settled = waits ? undefined : await queries.findSettledBy(trx, fingerprint);
  await notify(trx, 'bank-payments');
  return settled ? giveBackOverpaid(trx, ctx, settled.invoice_id, part) : null;
}

export const givenBackTasks = queries.findGivenBack;
