import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Only what may pass by itself is tried again: no answer, or a server that stumbled. */
const passing = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && passing(error),
      // Without a network a page says so, where TanStack would wait for it in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});
