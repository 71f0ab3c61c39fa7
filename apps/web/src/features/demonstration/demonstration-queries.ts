import { type Demonstration, demonstration } from '@morada/contract/desk/demonstration';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, query } from '#web/lib/api/query.ts';
import { watched } from '#web/lib/api/runs.ts';
import { aheadOfPage, keepAnswer, lastAnswer } from '#web/lib/session/remembered.ts';

const DEMONSTRATION = 'demonstration';

/** Filling is watched as a background run; a removal by another user counts as its end. */
export const demonstrationQuery = {
  ...watched(
    combinedQuery(
      [demonstration.show],
      {},
      async (call) => keepAnswer(DEMONSTRATION, await call(demonstration.show, {})),
      { live: ['demonstration'] },
    ),
    {
      runsOf: ({ status }: Demonstration) => [{ id: 0, status }],
      isGoing: ({ status }) => status === 'FILLING',
      begunBy: demonstration.fill,
    },
  ),
  placeholderData: () => lastAnswer<Demonstration>(DEMONSTRATION),
};

/** Prefetched before any page renders, with the banner's code if it is needed. */
export async function loadDemonstration(client: QueryClient, preload: () => Promise<unknown>): Promise<void> {
  await aheadOfPage(client.prefetchQuery(demonstrationQuery), DEMONSTRATION);
  // Ignores failures; the page fetches again.
  if (lastAnswer<Demonstration>(DEMONSTRATION)?.status === 'IN') await preload();
}

/** Whether one is there. */
export const useDemonstration = (): Demonstration['status'] | undefined => useQuery(demonstrationQuery).data?.status;

export const useFillDemonstration = () =>
  useMutation({
    ...mutation(demonstration.fill, { upToDate: demonstrationQuery }),
    onSuccess: (found, _variables, _shown, { client }) =>
      putAnswer(client, demonstrationQuery, keepAnswer(DEMONSTRATION, found)),
  });

/** What the removal would take, read on purpose. */
export const removalQuery = { ...query(demonstration.removal, {}), enabled: false, gcTime: 0 };

export const useRemoveDemonstration = () => useMutation(mutation(demonstration.remove, { awaitRefetch: true }));
