import { type ContactMessage, contacts } from '@morada/contract/contacts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { orSay } from '#web/lib/api/failure.ts';
import { optimistically } from '#web/lib/api/optimistic.ts';
import type { RowPage } from '#web/ui/list/data-table.tsx';

const LISTS = ['contacts', 'list'];
const BADGES = ['badges'];

export const contactsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...LISTS, page],
    queryFn: async ({ signal }) =>
      (await api(contacts.list, { query: { page } }, { signal })) as RowPage<ContactMessage>,
    placeholderData: keepPreviousData,
    meta: { live: ['badges'] },
  });

/** Reading a message marks it as read: the call that does so answers it. */
export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', id],
    queryFn: async ({ signal, client }) => {
      const read_at = new Date().toISOString();
      const message = await optimistically(client, {
        queryKey: LISTS,
        show: (page: RowPage<ContactMessage>) => ({
          ...page,
          data: page.data.map((row) => (row.id === id ? { ...row, read_at: row.read_at ?? read_at } : row)),
        }),
        call: () =>
          orSay('Não foi possível salvar o status do contato', api(contacts.read, { params: { id } }, { signal })),
      });
      for (const queryKey of [LISTS, BADGES]) client.invalidateQueries({ queryKey });
      return message;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

export function useRemoveContact() {
  const cache = useQueryClient();
  return async (id: number) => {
    await orSay('Não foi possível remover o contato', api(contacts.remove, { params: { id } }));
    for (const queryKey of [LISTS, BADGES]) await cache.invalidateQueries({ queryKey });
  };
}
