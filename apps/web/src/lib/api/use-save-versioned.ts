import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Versioned } from './api.ts';

/** Saves over the version that was read; the answer, with its new version, stands in the cache and serves the next. */
export function useSaveVersioned<T>(record: { queryKey: QueryKey }, lists: QueryKey) {
  const cache = useQueryClient();
  return async (call: (options: { ifMatch?: string }) => Promise<Versioned<T>>) => {
    const saved = await call({ ifMatch: cache.getQueryData<Versioned<T>>(record.queryKey)?.version });
    cache.setQueryData(record.queryKey, saved);
    cache.invalidateQueries({ queryKey: lists });
    return saved.data;
  };
}
