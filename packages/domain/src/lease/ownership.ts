import { allocate, type BasisPoints, sum, WHOLE } from '../base/money.ts';

/** Each owner's part: as set, and the rest in equal parts among those without one (the hundredths left over to the first). */
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
