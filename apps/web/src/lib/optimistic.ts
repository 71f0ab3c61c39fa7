import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Deed<T, Answer> = {
  /** Every query under this name shows it: one record, or all pages of a list. */
  queryKey: QueryKey;
  exact?: boolean;
  /** What is shown as if the call had gone through. */
  show: (held: T) => T;
  call: () => Promise<Answer>;
};

/**
 * A small deed is seen at once and taken back where the server refuses; the error goes on to whoever says it. Never for
 * money: that is shown when the server has said so (decision 34).
 */
export async function atOnce<T, Answer>(
  cache: QueryClient,
  { queryKey, exact = false, show, call }: Deed<T, Answer>,
): Promise<Answer> {
  // An answer that is on its way shows the time before.
  await cache.cancelQueries({ queryKey, exact });
  const before = cache.getQueriesData<T>({ queryKey, exact });
  cache.setQueriesData<T>({ queryKey, exact }, (held) => held && show(held));
  const shown = new Map(before.map(([key]) => [key, cache.getQueryData<T>(key)]));
  try {
    return await call();
  } catch (error) {
    // What came in meanwhile is newer than what stood there before.
    for (const [key, held] of before) if (cache.getQueryData(key) === shown.get(key)) cache.setQueryData(key, held);
    throw error;
  }
}
