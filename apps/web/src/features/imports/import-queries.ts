import type { Sent } from '@morada/contract/endpoint';
import { imports } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';

const POLL = 700;

export const runsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: ['imports', 'list', kind],
    queryFn: ({ signal }) => api(imports.list, { query: { kind } }, { signal }),
  });

/** Asked for again and again while the run is under way. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'run', id],
    queryFn: ({ signal }) => api(imports.show, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? POLL : false),
    staleTime: 0,
  });

type Sending = { kind: ImportKind; file: File; sheet: number };

export function useImportActions() {
  const cache = useQueryClient();
  return {
    stage: ({ kind, file, sheet }: Sending, options: Parameters<typeof upload>[2]) =>
      upload(imports.stage, { params: { kind, sheet }, file, name: file.name }, options),

    preview: (id: number, body: Sent<typeof imports.preview>['body']) => api(imports.preview, { params: { id }, body }),

    mend: (id: number, { line, ...body }: { line: number; field: string; value: string }) =>
      api(imports.mend, { params: { id, line }, body }),

    discard: (id: number) => api(imports.discard, { params: { id } }),

    start: (id: number) => api(imports.run, { params: { id } }),

    undo: async (id: number) => {
      await api(imports.undo, { params: { id } });
      await cache.invalidateQueries();
    },

    /** Invalidates every query: imported records can appear on any page. */
    refresh: () => cache.invalidateQueries(),
  };
}
