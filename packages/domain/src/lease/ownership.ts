import { type CalendarDate, lastDay, referenceOf } from '../base/calendar.ts';
import { allocate, type BasisPoints, type Cents, sum, WHOLE } from '../base/money.ts';

/** Each owner's part: as set, and the rest in equal parts among those without one (a hundredth left over to each of the first). */
export function ownerShares<T extends { share: BasisPoints | null }>(
  owners: readonly T[],
): (T & { share: BasisPoints })[] {
  const unset = owners.filter((owner) => owner.share === null);
  const rest = Math.max(0, WHOLE - sum(owners.map((owner) => owner.share ?? 0)));
  const parts =
    unset.length > 0
      ? allocate(
          rest,
          unset.map(() => 1),
        )
      : [];
  let next = 0;
  return owners.map((owner) => ({ ...owner, share: owner.share ?? parts[next++] ?? 0 }));
}

/**
 * Weights for dividing a transfer: the shares as whole numbers, so that a third is a third and not 33,33%. When no
 * share is above zero, all owners weigh the same.
 */
export function ownerWeights<T extends { share: BasisPoints | null }>(owners: readonly T[]): (T & { share: number })[] {
  const unset = owners.filter((owner) => owner.share === null).length;
  const rest = Math.max(0, WHOLE - sum(owners.map((owner) => owner.share ?? 0)));
  const weights = owners.map(({ share }) => (share === null ? rest : share * Math.max(1, unset)));
  const isNobody = weights.every((weight) => weight === 0);
  return owners.map((owner, index) => ({ ...owner, share: isNobody ? 1 : (weights[index] ?? 0) }));
}

/** The part of each owner in an amount, by the weights of `ownerWeights`. */
export function partsOf(total: Cents, owners: readonly { client_id: number; share: number }[]): Map<number, Cents> {
  if (owners.length === 0) return new Map();
  const parts = allocate(
    total,
    owners.map(({ share }) => share),
  );
  return new Map(owners.map(({ client_id }, index) => [client_id, parts[index] ?? 0]));
}

/** Reason against a change of owners from a day on. */
export type OwnersDayRefusal = 'OWNERS_DAY_TO_COME' | 'OWNERS_DAY_BEFORE';

/**
 * Whether owners may change from a day on: up to today, and not before the latest change, since what was the case before it is
 * known already. `latest`: the first day of the present owners, where they changed.
 */
export function ownersDayRefusal(
  from: CalendarDate,
  { today, latest }: { today: CalendarDate; latest: CalendarDate | null },
): OwnersDayRefusal | undefined {
  if (from > today) return 'OWNERS_DAY_TO_COME';
  return latest !== null && from < latest ? 'OWNERS_DAY_BEFORE' : undefined;
}

/**
 * Day whose owners receive a payment: the end of the month in which the tenant paid, as DIMOB tells income by month.
 * Undefined in the month of today: those of today receive it, so that a change that is recorded late in its month counts.
 */
export function ownersAsOf(payDay: CalendarDate, today: CalendarDate): CalendarDate | undefined {
  const month = referenceOf(payDay);
  return month < referenceOf(today) ? lastDay(month) : undefined;
}
