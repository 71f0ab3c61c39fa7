import type { MutationFunctionContext, QueryKey } from '@tanstack/react-query';

type Held<T, V> = {
  /** Queries to patch: one record, or with `keyOf(endpoint)` all pages of a list. */
  queries: (variables: V) => { queryKey: QueryKey; exact?: boolean };
  /** Cached data as it will be after the change. */
  show: (held: T, variables: V) => T;
};

/**
 * Optimistic update, spread over the options of a mutation: `{ ...mutation(support.close), ...optimistic({ … }) }`. It patches
 * the cache before the call, and rolls back when the call fails. Never for money, which is shown only after the server
 * confirms it.
 */
export function optimistic<T, V>({ queries, show }: Held<T, V>) {
  return {
    onMutate: async (variables: V, { client }: MutationFunctionContext) => {
      const patched = queries(variables);
      // A fetch in flight would overwrite the update with older data.
      await client.cancelQueries(patched);
      const before = client.getQueriesData<T>(patched);
      client.setQueriesData<T>(patched, (held) => held && show(held, variables));
      const shown = new Map(before.map(([key]) => [key, client.getQueryData<T>(key)]));
      return () => {
        // Skips queries that changed since the update: their data is newer than the snapshot.
        for (const [key, held] of before)
          if (client.getQueryData(key) === shown.get(key)) client.setQueryData(key, held);
      };
    },
    onError: (_error: Error, _variables: V, rollBack: (() => void) | undefined) => rollBack?.(),
  };
}
