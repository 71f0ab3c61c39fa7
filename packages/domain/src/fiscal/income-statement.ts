import { type Reference, referenceOf } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import type { PersonType } from '../people/client.ts';
import type { DimobMonth, DimobReceipt } from './dimob.ts';

/** Sums of a person's months, or of several contracts. `net` is the rent less fee and tax. */
export type StatementSums = DimobMonth & { net: Cents };

export function sumsOf(months: Iterable<DimobMonth>): StatementSums {
  const all = [...months];
  const rent = sum(all.map((month) => month.rent));
  const fee = sum(all.map((month) => month.fee));
  const tax = sum(all.map((month) => month.tax));
  return { rent, fee, tax, net: rent - fee - tax };
}

/** Months of several contracts added, January first. */
export const addedMonths = (rows: readonly (readonly DimobMonth[])[]): StatementSums[] =>
  Array.from({ length: 12 }, (_, index) => sumsOf(rows.flatMap((months) => months[index] ?? [])));

type Receipt = Pick<DimobReceipt, 'proposal_id' | 'received_on' | 'income' | 'fee'>;
export type PaidReceipt = Receipt & { payer_person_type: PersonType; exclusions: Cents };

/**
 * Receipts with the costs that the owner bears each month, such as IPTU: they count once for each contract and month in
 * which rent was received, beside its first receipt. `monthlyOf` is the owner's part of a contract's costs.
 */
export function withMonthlyExclusions<T extends Receipt & { payer_person_type: PersonType }>(
  receipts: readonly T[],
  monthlyOf: (receipt: T) => Cents,
): PaidReceipt[] {
  const counted = new Set<`${number} ${Reference}`>();
  return receipts.map((receipt) => {
    const { proposal_id, received_on, income, fee, payer_person_type } = receipt;
    const key = `${proposal_id} ${referenceOf(received_on)}` as const;
    const counts = income > 0 && !counted.has(key);
    if (counts) counted.add(key);
    return { proposal_id, received_on, income, fee, payer_person_type, exclusions: counts ? monthlyOf(receipt) : 0 };
  });
}
