import type { Problem } from '@morada/contract/problem';

/** Outcome of each order of a set: its refusal, or undefined when it was carried out. */
export type Refusals = (Problem | undefined)[];

/** Throws the refusal of a set of one order. */
export function throwRefusal([refusal]: Refusals) {
  if (refusal) throw refusal;
}
