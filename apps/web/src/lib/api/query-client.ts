import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Retries only transient failures: no answer, or a server error. */
const passing = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && passing(error),
      // Offline, queries fail so that the page shows it; by default TanStack would pause them silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

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
