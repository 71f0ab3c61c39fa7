import type { Answer, Sent } from '@morada/contract/endpoint';
import { groups } from '@morada/contract/groups';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { orSay } from '#web/lib/api/failure.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';

export type Group = Answer<typeof groups.show>;

const LIST = ['groups', 'list'];

export const groupsQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => api(groups.list, {}, { signal }),
});

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', id],
    queryFn: ({ signal }) => apiWithVersion(groups.show, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useGroupActions() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: LIST });
  return {
    create: async (body: Sent<typeof groups.create>['body']) => {
      const created = await orSay('Não foi possível cadastrar o grupo', api(groups.create, { body }));
      refresh();
      return created;
    },
    remove: async (id: number) => {
      await orSay('Não foi possível deletar este grupo', api(groups.remove, { query: { id } }));
      await refresh();
    },
  };
}

export function useSaveGroup(id: number) {
  const save = useSaveVersioned<Group>(groupQuery(id), LIST);
  const cache = useQueryClient();
  return async (body: Sent<typeof groups.update>['body']) => {
    const saved = await orSay(
      'Não foi possível atualizar os dados',
      save((options) => apiWithVersion(groups.update, { params: { id }, body }, options)),
    );
    // People are listed with their group's name.
    cache.invalidateQueries({ queryKey: ['users'] });
    return saved;
  };
}
