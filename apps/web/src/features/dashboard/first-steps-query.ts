import { dashboard, type FirstStep } from '@morada/contract/dashboard';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { aheadOfPage, keepAnswer, lastAnswer } from '#web/lib/session/remembered.ts';

const FIRST_STEPS = 'first-steps';

export const firstStepsQuery = queryOptions<FirstStep[]>({
  queryKey: ['dashboard', FIRST_STEPS],
  queryFn: async ({ signal }) => keepAnswer(FIRST_STEPS, await api(dashboard.firstSteps, {}, { signal })),
  placeholderData: () => lastAnswer(FIRST_STEPS),
  staleTime: 0,
});

/** Ahead of the page, with what shows them where there are any: they stand above the rest, which must not move. */
export async function loadFirstSteps(client: QueryClient, bring: () => Promise<unknown>): Promise<void> {
  await aheadOfPage(client.prefetchQuery(firstStepsQuery), FIRST_STEPS);
  // Ignores failures; the page fetches again.
  if (lastAnswer<FirstStep[]>(FIRST_STEPS)?.length) await bring().catch(() => undefined);
}

/** Dismisses the first steps for the whole agency; the settings page restores them. */
export function useDismissal() {
  const cache = useQueryClient();
  return async () => {
    // With all that an agency is made of: it comes when it is pressed.
    const { agency } = await import('@morada/contract/agency');
    await api(agency.update, { body: { first_steps: false } });
    cache.setQueryData(firstStepsQuery.queryKey, keepAnswer(FIRST_STEPS, []));
    cache.invalidateQueries({ queryKey: ['agency'] });
  };
}
