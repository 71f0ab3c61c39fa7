import type { Answer, Sent } from '@morada/contract/endpoint';
import { groups } from '@morada/contract/groups';
import { users } from '@morada/contract/users';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';

export type User = Answer<typeof users.show>;

const LIST = ['users', 'list'];

export const usersQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => api(users.list, {}, { signal }),
});

/** With its version: only we ask for it again, so that what is typed is never saved over news. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => apiWithVersion(users.show, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Groups that can be assigned to a user. */
export const groupChoicesQuery = queryOptions({
  queryKey: ['groups', 'list'],
  queryFn: ({ signal }) => api(groups.list, {}, { signal }),
});

export function useUserActions() {
  const cache = useQueryClient();
  /** A group counts its people too. */
  const refresh = () =>
    Promise.all([cache.invalidateQueries({ queryKey: LIST }), cache.invalidateQueries({ queryKey: ['groups'] })]);
  return {
    create: async (body: Sent<typeof users.create>['body']) => {
      const created = await withFailureMessage('Não foi possível efetuar o cadastro', api(users.create, { body }));
      refresh();
      return created;
    },
    remove: async (id: number) => {
      await withFailureMessage('Não foi possível deletar o usuário', api(users.remove, { query: { id } }));
      await refresh();
    },
    endSessions: async (id: number) => {
      await withFailureMessage('Não foi possível encerrar as sessões', api(users.endSessions, { params: { id } }));
      await cache.invalidateQueries({ queryKey: ['users'] });
    },
    resetSecondFactor: async (id: number) => {
      await withFailureMessage(
        'Não foi possível redefinir a verificação',
        api(users.resetSecondFactor, { params: { id } }),
      );
      await cache.invalidateQueries({ queryKey: ['users'] });
    },
  };
}

export function useSaveUser(id: number) {
  const save = useSaveVersioned<User>(userQuery(id), LIST);
  const cache = useQueryClient();
  return async (body: Sent<typeof users.update>['body']) => {
    const saved = await withFailureMessage(
      'Ocorreu um erro ao atualizar os dados do usuário',
      save((options) => apiWithVersion(users.update, { params: { id }, body }, options)),
    );
    cache.invalidateQueries({ queryKey: ['groups'] });
    return saved;
  };
}
