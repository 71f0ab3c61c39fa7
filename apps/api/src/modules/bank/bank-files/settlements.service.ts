import type { Db } from '#api/context.ts';
import { undoSettlements } from './settlements.queries.ts';

// Invoices call this file, and runs of bank files call invoices: it imports neither.

/**
 * Undoes the settlements by bank files of invoices that are pending again; their payments wait for a person. Runs inside
 * the caller's transaction. Returns the boletos that the bank reported as paid, and the invoices whose money is still
 * in the account.
 * @param givenBack invoices whose payments the bank gave back.
 */
export async function whenReopened(
  trx: Db,
  invoiceIds: readonly number[],
  { givenBack }: { givenBack: readonly number[] },
): Promise<{ paidAtBank: number[]; waiting: number[] }> {
  const undone = await undoSettlements(trx, invoiceIds, givenBack);
  return {
    paidAtBank: undone.flatMap(({ boleto_id }) => boleto_id ?? []),
    waiting: undone.flatMap(({ invoice_id, waits }) => (waits ? invoice_id : [])),
  };
}
