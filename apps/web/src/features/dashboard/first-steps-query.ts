import { dashboard, type FirstStep } from '@morada/contract/desk/dashboard';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { combinedQuery } from '#web/lib/api/query.ts';
import { aheadOfPage, keepAnswer, lastAnswer } from '#web/lib/session/remembered.ts';

const FIRST_STEPS = 'first-steps';

export const firstStepsQuery = queryOptions({
  ...combinedQuery([dashboard.firstSteps], {}, async (call) =>
    keepAnswer(FIRST_STEPS, await call(dashboard.firstSteps, {})),
  ),
  placeholderData: () => lastAnswer<FirstStep[]>(FIRST_STEPS),
  staleTime: 0,
});

/** No first steps are left, from now on and at the next visit. */
export const forgetFirstSteps = (client: QueryClient) =>
  client.setQueryData(firstStepsQuery.queryKey, keepAnswer(FIRST_STEPS, []));

/** Prefetched before the page renders, with their component if there are any: they are above it and would shift it. */
export async function loadFirstSteps(client: QueryClient, preload: () => Promise<unknown>): Promise<void> {
  await aheadOfPage(client.prefetchQuery(firstStepsQuery), FIRST_STEPS);
  // Ignores failures; the page fetches again.
  if (lastAnswer<FirstStep[]>(FIRST_STEPS)?.length) await preload();
}
