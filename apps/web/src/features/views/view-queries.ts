import type { Answer } from '@morada/contract/base/endpoint';
import { views } from '@morada/contract/desk/views';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import type { Search } from '#web/lib/list.ts';

export type View = Answer<typeof views.list>[number];

export const viewsQuery = { ...query(views.list, {}), staleTime: 300_000 };

export const useCreateView = () => useMutation(mutation(views.create, { awaitRefetch: true }));

export const useUpdateView = () => useMutation(mutation(views.update, { awaitRefetch: true }));

export const useRemoveView = () => useMutation(mutation(views.remove, { awaitRefetch: true }));

/** As the address holds them. */
export const asText = (filters: Search): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));

export function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
