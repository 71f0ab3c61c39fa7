import { payoutProblems } from '@morada/contract/payouts';
import type { Problem } from '@morada/contract/problem';
import type { Db } from '#api/context.ts';
import * as queries from './payouts.queries.ts';

// Transfers and payments call this file: it imports neither.

/**
 * Why transfers can't be concluded by hand: a bank pays them by Pix or is about to, or their payment waits for a person or a
 * moment, and would pay them again. Runs under the lock of the transfers.
 */
export async function findUnderWay(db: Db, transferIds: readonly number[]): Promise<ReadonlyMap<number, Problem>> {
  const found = await queries.findUnderWay(db, transferIds);
  return new Map(
    found.map(({ id, batch_id, waits }) => [id, waits ? WAITS[waits](batch_id) : payoutProblems.PAYOUT_AT_BANK()]),
  );
}

const WAITS = {
  PERSON: (batchId: number) =>
    payoutProblems.PAYOUT_WAITING({
      message: `O repasse está no pagamento ${batchId}, que espera a aprovação de outra pessoa. Para concluir à mão, cancele antes esse pagamento.`,
    }),
  MOMENT: (batchId: number) =>
    payoutProblems.PAYOUT_EARLY({
      message: `O repasse está no pagamento ${batchId}, que espera o prazo da conta nova ou alterada. Para concluir à mão, cancele antes esse pagamento.`,
    }),
};

/** Payments of the transfers that a bank has paid, by transfer. Runs under the lock of the transfers. */
export const findPaidByBank = (trx: Db, transferIds: readonly number[]) => queries.findPaidByBank(trx, transferIds);

/** Cancels the payments of a batch that were not sent yet. Returns those of the transfers whose payment was sent. */
export async function cancelUnsent(trx: Db, batchId: number, transferIds: readonly number[]): Promise<Set<number>> {
  await queries.cancelPayouts(trx, batchId);
  return queries.findHeld(trx, transferIds, ['SENT']);
}
