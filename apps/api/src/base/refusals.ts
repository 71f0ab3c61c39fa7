import type { Problem } from '@morada/contract/base/problem';

/** Outcome of each order of a set: its refusal, or undefined when it was carried out. */
export type Refusals = (Problem | undefined)[];

/** Throws the first refusal of a set, for sets that are carried out completely or not at all. */
export function throwRefusal(refusals: Refusals) {
  const refusal = refusals.find((outcome) => outcome !== undefined);
  if (refusal) throw refusal;
}
