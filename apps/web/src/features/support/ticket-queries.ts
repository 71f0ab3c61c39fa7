import { support, type Ticket, type TicketReply } from '@morada/contract/support';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { orSay } from '#web/lib/api/failure.ts';
import { optimistically } from '#web/lib/api/optimistic.ts';

const LISTS = ['support', 'list'];
const BADGES = ['badges'];

export const ticketsQuery = ({ page = 1, client }: { page?: number | undefined; client?: number | undefined } = {}) =>
  queryOptions({
    queryKey: [...LISTS, { page, client }],
    queryFn: ({ signal }) => api(support.list, { query: { page, client } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { live: ['badges'] },
  });

export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['support', id],
    queryFn: ({ signal }) => api(support.show, { params: { id } }, { signal }),
    meta: { live: [`ticket:${id}`] },
  });

export function useReply(id: number) {
  const cache = useQueryClient();
  return async (body: z.input<typeof TicketReply>) => {
    const reply = await orSay('Não foi possível responder o ticket', api(support.reply, { params: { id }, body }));
    const add = (ticket: Ticket | undefined) => ticket && { ...ticket, messages: [...ticket.messages, reply] };
    cache.setQueryData(ticketQuery(id).queryKey, add);
    for (const queryKey of [['support', id], LISTS, BADGES]) cache.invalidateQueries({ queryKey });
  };
}

export function useCloseTicket() {
  const cache = useQueryClient();
  return async (id: number) => {
    try {
      const body = { status: 'CLOSED' } as const;
      const closed = await optimistically(cache, {
        queryKey: ticketQuery(id).queryKey,
        exact: true,
        show: (ticket: Ticket) => ({ ...ticket, ...body }),
        call: () => orSay('Não foi possível fechar o ticket', api(support.close, { params: { id }, body })),
      });
      cache.setQueryData(ticketQuery(id).queryKey, closed);
    } finally {
      for (const queryKey of [['support', id], LISTS, BADGES]) cache.invalidateQueries({ queryKey });
    }
  };
}

export function useDeleteTicket() {
  const cache = useQueryClient();
  return async (id: number) => {
    await orSay('Não foi possível deletar o ticket', api(support.remove, { params: { id } }));
    for (const queryKey of [LISTS, BADGES]) cache.invalidateQueries({ queryKey });
  };
}
