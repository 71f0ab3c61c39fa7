import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer of a change into the cache. A read that began before the change may be answered after it, with the state
 * before: it is cancelled first.
 */
export async function putAnswer<T>(
  client: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  answer: T | ((held: T | undefined) => T | undefined),
) {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, answer as T);
}
