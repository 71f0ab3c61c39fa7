import { type Demonstration, demonstration } from '@morada/contract/demonstration';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#web/lib/api/api.ts';
import { aheadOfPage, keepAnswer, lastAnswer } from '#web/lib/session/remembered.ts';

const DEMONSTRATION = 'demonstration';
const POLL = 1_000;

export const demonstrationQuery = queryOptions<Demonstration>({
  queryKey: [DEMONSTRATION],
  queryFn: async ({ signal }) => keepAnswer(DEMONSTRATION, await api(demonstration.show, {}, { signal })),
  meta: { live: ['demonstration'] },
  placeholderData: () => lastAnswer(DEMONSTRATION),
  refetchInterval: ({ state }) => (state.data?.status === 'FILLING' ? POLL : false),
});

/** Ahead of every page, with the banner where it is needed. */
export async function loadDemonstration(client: QueryClient, bring: () => Promise<unknown>): Promise<void> {
  await aheadOfPage(client.prefetchQuery(demonstrationQuery), DEMONSTRATION);
  // Ignores failures; the page fetches again.
  if (lastAnswer<Demonstration>(DEMONSTRATION)?.status === 'IN') await bring().catch(() => undefined);
}

/** Whether one is there. What came in or went is on every page: all of them read again. */
export function useDemonstration(): Demonstration['status'] | undefined {
  const cache = useQueryClient();
  const status = useQuery(demonstrationQuery).data?.status;
  const before = useRef(status);
  useEffect(() => {
    const moved = before.current !== undefined && status !== undefined && before.current !== status;
    before.current = status;
    if (moved) cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DEMONSTRATION });
  }, [status, cache]);
  return status;
}

export function useDemonstrationActions() {
  const cache = useQueryClient();
  return {
    fill: async () => {
      const found = await api(demonstration.fill, {});
      cache.setQueryData(demonstrationQuery.queryKey, keepAnswer(DEMONSTRATION, found));
    },
    look: () => api(demonstration.removal, {}),
    remove: async (later: number) => {
      await api(demonstration.remove, { query: { later } });
      await cache.invalidateQueries({ queryKey: demonstrationQuery.queryKey });
    },
  };
}
