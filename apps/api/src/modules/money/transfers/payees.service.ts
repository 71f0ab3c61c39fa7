import { type PayoutAccount, payoutAccount } from '@morada/domain/bank/payouts/payout';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db } from '#api/context.ts';
import { findPayees, type PayeeRow } from './payees.queries.ts';

/** Destination account of a transfer, with the latest change of it or of the property's owners. */
export type Payee = { account: PayoutAccount | null; changed: PayeeRow['contract_changed'] };

const NO_PAYEE: Payee = { account: null, changed: null };

/** Payees of these transfers, by transfer. */
export async function payeesOf(db: Db, transferIds: number[], today: CalendarDate): Promise<(id: number) => Payee> {
  const rows = await findPayees(db, transferIds, today);
  const payees = new Map(rows.map((row) => [row.transfer_id, payeeOf(row)]));
  return (id) => payees.get(id) ?? NO_PAYEE;
}

function payeeOf(row: PayeeRow): Payee {
  const chosen = payoutAccount(row);
  const { contract_changed, registered_changed, owners_changed } = row;
  if (!chosen) return { account: null, changed: owners_changed };
  const changed = chosen.from === 'CONTRACT' ? contract_changed : registered_changed;
  return { account: chosen.account, changed: latest(changed, owners_changed) };
}

const latest = (one: PayeeRow['contract_changed'], other: PayeeRow['contract_changed']) =>
  one && other ? (one.at > other.at ? one : other) : (one ?? other);
