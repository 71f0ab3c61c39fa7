import type { Db } from '#api/context.ts';
import { moveWaiting, undoSettlements } from './settlements.queries.ts';

/**
 * Undoes the settlements by bank files of invoices that are pending again; their payments wait for a person. Runs inside
 * the caller's transaction. Returns the boletos that the bank reported as paid, and the invoices whose money is still
 * in the account.
 */
export async function whenReopened(
  trx: Db,
  reopened: readonly { id: number; given_back: boolean }[],
): Promise<{ paidAtBank: number[]; waiting: number[] }> {
  const undone = await undoSettlements(
    trx,
    reopened.map(({ id }) => id),
    reopened.flatMap(({ id, given_back }) => (given_back ? [id] : [])),
  );
  return {
    paidAtBank: undone.flatMap(({ boleto_id }) => boleto_id ?? []),
    waiting: undone.flatMap(({ invoice_id, waits }) => (waits ? invoice_id : [])),
  };
}

/** Payments that wait for an invoice that was withdrawn wait for the one that owes it again. */
export async function whenWithdrawn(
  trx: Db,
  withdrawn: readonly { id: number; debt_in: number | null }[],
): Promise<void> {
  const moved = withdrawn.flatMap(({ id, debt_in }) => (debt_in === null ? [] : [{ id, debt_in }]));
  if (moved.length > 0) await moveWaiting(trx, moved);
}
