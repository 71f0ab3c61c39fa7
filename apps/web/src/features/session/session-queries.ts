import { session } from '@morada/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** Whether the first administrator is still to be created. */
export const setupStateQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api(session.setupState, {}, { signal }),
  retry: false,
});
