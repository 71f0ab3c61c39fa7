import type { Endpoint } from '@morada/contract/base/endpoint';
import { outdates, type Subject } from '@morada/contract/base/subjects';
import type { Topic } from '@morada/contract/desk/live';
import { hashKey, MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Background runs in the answer of a query (`runs.ts`). */
export type Runs<Answer = never, Run extends { id: number; status: string } = { id: number; status: string }> = {
  runsOf: (answer: Answer) => readonly Run[];
  isGoing: (run: { status: string }) => boolean;
  /** The call that begins them, and says what they change. */
  begunBy: Endpoint;
  /** `before` is the status that was read before; undefined for a run that began and ended between two reads. */
  onEnd?(run: Run, before: string | undefined): void;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the query shows: a change of any puts it out of date. */
      subjects?: readonly Subject[];
      /** Topics of the live stream that put it out of date. */
      live?: readonly Topic[] | undefined;
      runs?: Runs;
    };
    mutationMeta: {
      endpoint?: Endpoint;
      awaitRefetch?: boolean | undefined;
      /** Key of the query that holds the change already. */
      upToDate?: (variables: unknown) => QueryKey | undefined;
    };
  }
}

/** Retries only transient failures: no answer, or a server error. */
const passing = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

/** Refusals of the request itself. After any other failure what is shown may be out of date, or the change done. */
const REFUSALS = [400, 401, 403, 413, 415, 422, 429];
const isRefusal = (error: Error) => error instanceof ApiProblem && REFUSALS.includes(error.status);

/** The server answered that the record is another by now, or gone; after a lost answer the same request may be sent again. */
const isConflict = (error: Error) => error instanceof ApiProblem && error.status >= 400 && error.status < 500;

const mutationCache = new MutationCache({
  onSettled(_data, error, variables, _result, { meta }) {
    if (!meta?.endpoint || (error && isRefusal(error))) return undefined;
    const held = meta.upToDate?.(variables);
    const refetched = invalidateChanged(meta.endpoint, held);
    // The cached record is stale. It is refetched when it is next opened, not under an open form.
    if (held && error && isConflict(error))
      queryClient.invalidateQueries({ queryKey: held, exact: true, refetchType: 'none' });
    return meta.awaitRefetch ? refetched : undefined;
  },
});

export const queryClient: QueryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Pages that were seen open without a connection, for a day on the street.
      gcTime: 8 * 60 * 60_000,
      retry: (failures, error) => failures < 1 && passing(error),
      // Offline, queries fail so that the page shows it; by default TanStack would pause them silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Variables hold personal data and passwords: they are not kept once the call has ended.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

/** Invalidates the queries that a change outdates, apart from the one that holds it already. */
export function invalidateChanged(endpoint: Endpoint, upToDate: QueryKey = []) {
  const skipped = hashKey(upToDate);
  return queryClient.invalidateQueries({
    predicate: ({ meta, queryHash }) =>
      queryHash !== skipped && !!meta?.subjects?.some((subject) => outdates(endpoint, subject)),
  });
}

// Invalidation does not restart a first fetch in progress, whose answer may predate the change. Invalidate again when
// it settles.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
  const { state, promise, queryKey } = event.query;
  if (state.data !== undefined || state.fetchStatus === 'idle') return;
  promise?.then(
    () => queryClient.invalidateQueries({ queryKey, exact: true }),
    () => {},
  );
});
