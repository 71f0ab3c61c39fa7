import type { Db } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import { CHECKS, findDisagreeing } from './verify.queries.ts';

export type Disagreement = { says: string; rows: Record<string, unknown>[] };

/** Checks that the ledger balances and agrees with invoices, transfers and movimentations, to the centavo. */
export function verifyBooks(db: Db): Promise<Disagreement[]> {
  return snapshot(db, async (trx) => {
    const found: Disagreement[] = [];
    for (const check of CHECKS) {
      const rows = await findDisagreeing(trx, check);
      if (rows.length > 0) found.push({ says: check.says, rows });
    }
    return found;
  });
}
