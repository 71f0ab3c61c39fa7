import { type ContactMessage, contacts } from '@morada/contract/desk/contacts';
import { useMutation } from '@tanstack/react-query';
import { mutation, type Variables } from '#web/lib/api/mutation.ts';
import { optimistic } from '#web/lib/api/optimistic.ts';
import { keyOf, pageQuery } from '#web/lib/api/query.ts';
import type { RowPage } from '#web/ui/list/data-table.tsx';

export const contactsQuery = ({ page = 1 }: { page?: number | undefined }) =>
  pageQuery(contacts.list, { query: { page } }, { live: ['badges'] });

/** Marks a message as read, and answers it. */
export const useReadContact = () =>
  useMutation({
    ...mutation(contacts.read, { failure: 'Não foi possível salvar o status do contato' }),
    ...optimistic({
      queries: () => ({ queryKey: keyOf(contacts.list) }),
      show: (page: RowPage<ContactMessage>, { params }: Variables<typeof contacts.read>) => ({
        ...page,
        data: page.data.map((row) =>
          row.id === params.id ? { ...row, read_at: row.read_at ?? new Date().toISOString() } : row,
        ),
      }),
    }),
  });

export const useRemoveContact = () =>
  useMutation(mutation(contacts.remove, { failure: 'Não foi possível remover o contato', awaitRefetch: true }));
