import { payoutProblems } from '@morada/contract/bank/payouts';
import type { Problem } from '@morada/contract/base/problem';
import type { Db } from '#api/context.ts';
import * as queries from './payouts.queries.ts';

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
  RETURNED: (batchId: number) =>
    payoutProblems.PAYOUT_RETURNED_IN_PART({
      message: `O banco do inquilino já devolveu parte ou todo este valor. Cancele o pagamento ${batchId}: só o resto fica por pagar.`,
    }),
  PERSON: (batchId: number) =>
    payoutProblems.PAYOUT_WAITING({
      message: `O repasse está no pagamento ${batchId}, que espera a aprovação de outra pessoa. Para concluir à mão, cancele antes esse pagamento.`,
    }),
  MOMENT: (batchId: number) =>
    payoutProblems.PAYOUT_EARLY({
      message: `O repasse está no pagamento ${batchId}, que espera o prazo da conta nova ou alterada. Para concluir à mão, cancele antes esse pagamento.`,
    }),
};

/** Why transfers that a bank has paid can't be reopened, with the way. Runs under the lock of the transfers. */
export async function findPaidByBank(db: Db, transferIds: readonly number[]): Promise<ReadonlyMap<number, Problem>> {
  const paid = await queries.findPaidByBank(db, transferIds);
  return new Map([...paid].map(([id, batchId]) => [id, paidByBank(batchId)]));
}

const paidByBank = (batchId: number) =>
  payoutProblems.PAYOUT_PAID({
    message: `O banco pagou este repasse por Pix. Se o dinheiro voltou, abra o pagamento ${batchId} e marque o Pix como devolvido: o repasse volta a pendente.`,
  });

/** Cancels the payments of a batch that were not sent yet. Returns those of the transfers whose payment was sent. */
export async function cancelUnsent(trx: Db, batchId: number, transferIds: readonly number[]): Promise<Set<number>> {
  await queries.cancelPayouts(trx, batchId);
  return queries.findHeld(trx, transferIds, ['SENT']);
}
