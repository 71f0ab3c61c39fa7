import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { putAnswer } from './answers.ts';
import type { Versioned } from './api.ts';

/** Changes part of a record in the cache by the answer of a call that leaves the record's version as it is. */
export function usePatch<T extends object>(record: { queryKey: QueryKey }) {
  const cache = useQueryClient();
  return (change: (held: T) => Partial<T>) => {
    return putAnswer<Versioned<T>>(
      cache,
      record,
      (held) => held && { ...held, data: { ...held.data, ...change(held.data) } },
    );
  };
}
