import { hashKey, type QueryKey } from '@tanstack/react-query';
import { createUserStore, useStore } from '#web/lib/store.ts';
import { markShown, toast } from '#web/lib/toast.ts';
import { ApiProblem } from './api.ts';

/** Changes refused because another user saved the record first (412), by the key of the record. */
const conflicts = createUserStore<ReadonlyMap<string, ApiProblem>>(new Map());

/** How many windows and pages on the screen would show the conflict of a record. */
const places = new Map<string, number>();

export const isStale = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'STALE_VERSION';

export const whoSaved = (extra: Record<string, unknown> | undefined) =>
  typeof extra?.saved_by === 'string' ? extra.saved_by : 'Outra pessoa';

/**
 * Shows a conflict in the window or page of its record, or, where none is open, as a notice: `words` follow the name of
 * who saved. Callers that catch the error show no notice of their own.
 */
export function raiseConflict(record: QueryKey, conflict: ApiProblem, words?: string) {
  const key = hashKey(record);
  if (places.get(key)) replace(key, conflict);
  else toast.failure(words ? new ApiProblem(412, conflict.code, `${whoSaved(conflict.extra)} ${words}`) : conflict);
  markShown(conflict);
}

export const settleConflict = (record: QueryKey) => replace(hashKey(record), undefined);

export const useConflictOf = (record: QueryKey) => {
  const key = hashKey(record);
  return useStore(conflicts, (all) => all.get(key));
};

/** Counts a place that shows the conflicts of a record; the function returned takes it back. */
export function addConflictPlace(record: QueryKey) {
  const key = hashKey(record);
  places.set(key, (places.get(key) ?? 0) + 1);
  return () => {
    const left = (places.get(key) ?? 0) - 1;
    places.set(key, left);
    if (left === 0) replace(key, undefined);
  };
}

function replace(key: string, conflict: ApiProblem | undefined) {
  if (conflicts.get().get(key) === conflict) return;
  const next = new Map(conflicts.get());
  if (conflict) next.set(key, conflict);
  else next.delete(key);
  conflicts.set(next);
}
