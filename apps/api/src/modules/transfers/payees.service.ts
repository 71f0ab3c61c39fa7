import type { CalendarDate } from '@morada/domain/calendar';
import { type PayoutAccount, payoutAccount } from '@morada/domain/payout';
import type { Db } from '../../context.ts';
import { findPayees, type PayeeRow } from './payees.queries.ts';

/** The account that a transfer goes to, and who changed it within the last seven days. */
export type Payee = { account: PayoutAccount | null; changed: PayeeRow['contract_changed'] };

const NOWHERE: Payee = { account: null, changed: null };

/** Of each of these transfers. */
export async function payeesOf(db: Db, transferIds: number[], today: CalendarDate): Promise<(id: number) => Payee> {
  const rows = await findPayees(db, transferIds, today);
  const payees = new Map(rows.map((row) => [row.transfer_id, payeeOf(row)]));
  return (id) => payees.get(id) ?? NOWHERE;
}

function payeeOf(row: PayeeRow): Payee {
  const chosen = payoutAccount(row);
  if (!chosen) return NOWHERE;
  return {
    account: chosen.account,
    changed: chosen.from === 'CONTRACT' ? row.contract_changed : row.registered_changed,
  };
}
