import { imports } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

export const runsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: ['imports', kind],
    queryFn: ({ signal }) => api(imports.list, { query: { kind } }, { signal }),
  });
