import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { bulkActions } from '@morada/contract/desk/bulk.actions';
import { query } from '#web/lib/api/query.ts';

/** The server stores one preview per request: it is not refetched automatically, and no change invalidates it. */
export const previewQuery = (action: BulkAction, body: object) => ({
  ...query(bulkActions[action], { body } as never),
  meta: { subjects: [] },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
});
