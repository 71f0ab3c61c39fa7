import type { Answer, Sent } from '@morada/contract/endpoint';
import { views } from '@morada/contract/views';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import type { Search } from '#web/lib/list.ts';

export type View = Answer<typeof views.list>[number];

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => api(views.list, {}, { signal }),
  staleTime: 300_000,
});

export function useViewActions() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: viewsQuery.queryKey });
  return {
    save: async (body: Sent<typeof views.create>['body']) => {
      const view = await api(views.create, { body });
      await refresh();
      return view;
    },
    change: async (id: number, body: Sent<typeof views.update>['body']) => {
      await api(views.update, { params: { id }, body });
      await refresh();
    },
    remove: async (id: number) => {
      await api(views.remove, { params: { id } });
      await refresh();
    },
  };
}

/** As the address holds them. */
export const asText = (filters: Search): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));

export function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
