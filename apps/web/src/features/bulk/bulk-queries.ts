import { type BulkPile, type BulkRun, bulk } from '@morada/contract/bulk';
import type { BulkAction } from '@morada/contract/bulk.access';
import type { ExportFormat } from '@morada/contract/export';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/files.ts';

const POLL = 1_000;

export const isGoing = ({ status }: Pick<BulkRun, 'status'>) => status === 'RUNNING' || status === 'UNDOING';
const pace = (going: boolean | undefined) => (going ? POLL : false);

/** Runs that this user started in the last hours. Polls faster while one is running. */
export const recentQuery = queryOptions({
  queryKey: ['bulk', 'recent'],
  queryFn: ({ signal }) => api(bulk.list, {}, { signal }),
  meta: { live: ['bulk'] },
  refetchInterval: ({ state }) => pace(state.data?.some(isGoing)),
});

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk', 'run', id],
    queryFn: ({ signal }) => api(bulk.show, { params: { id } }, { signal }),
    meta: { live: ['bulk'] },
    refetchInterval: ({ state }) => pace(state.data && isGoing(state.data)),
    staleTime: 0,
  });

export const itemsQuery = (id: number, pile: BulkPile, page: number, status: string) =>
  queryOptions({
    queryKey: ['bulk', 'items', id, pile, page, status],
    queryFn: ({ signal }) => api(bulk.items, { params: { id }, query: { pile, page } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Written down once for what was asked: nothing asks again by itself. */
export const previewQuery = (action: BulkAction, body: object) =>
  queryOptions({
    queryKey: ['bulk', 'preview', action, body],
    queryFn: async ({ signal }) => {
      const { bulkActions } = await import('@morada/contract/bulk.actions');
      return api(bulkActions[action], { body } as never, { signal }) as Promise<BulkRun>;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

export function useBulkActions() {
  const cache = useQueryClient();
  const follow = (run: BulkRun) => {
    cache.setQueryData(runQuery(run.id).queryKey, run);
    cache.invalidateQueries({ queryKey: recentQuery.queryKey });
    return run;
  };
  return {
    run: async (id: number) => follow(await api(bulk.run, { params: { id } })),
    undo: async (id: number) => follow(await api(bulk.undo, { params: { id } })),
    discard: (id: number) => api(bulk.discard, { params: { id } }),
    save: (id: number, format: ExportFormat) => download(bulk.sheet, { params: { id, format } }),
    /** Invalidates every list: a run can affect any of them. */
    refresh: () => cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk' }),
  };
}
