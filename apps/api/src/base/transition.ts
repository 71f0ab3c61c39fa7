import type { Problem } from '@morada/contract/base/problem';
import type { Cell } from '@morada/domain/base/life-cycle';

/** The problem of an event that its life cycle refuses in the state that the object is in. */
export const refusalOf = <Code extends string>(
  cell: Cell<string, string, Code>,
  problems: Readonly<Record<Code, () => Problem>>,
): Problem | undefined => ('refusal' in cell ? problems[cell.refusal]() : undefined);

/** @throws the problem of an event that its life cycle refuses. */
export function checkTransition<Code extends string>(
  cell: Cell<string, string, Code>,
  problems: Readonly<Record<Code, () => Problem>>,
): void {
  const refusal = refusalOf(cell, problems);
  if (refusal) throw refusal;
}
