import type { Answer } from '@morada/contract/base/endpoint';
import { support, type Ticket } from '@morada/contract/desk/support';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import { mutation, type Variables } from '#web/lib/api/mutation.ts';
import { optimistic } from '#web/lib/api/optimistic.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export const ticketsQuery = ({ page = 1, client }: { page?: number | undefined; client?: number | undefined } = {}) =>
  pageQuery(support.list, { query: { page, client } }, { live: ['badges'] });

type Tickets = Answer<typeof support.list>;

/** Name of the client whose tickets alone are listed. */
export const clientNameIn = ({ opened, history }: Tickets) => (opened[0] ?? history[0])?.user.name;

/** A page of the history, as a list. */
export const historyOf = ({ history, page, lastPage, total }: Tickets) => ({ data: history, page, lastPage, total });

export const ticketQuery = (id: number) => query(support.show, { params: { id } }, { live: [`ticket:${id}`] });

export function useReply(id: number) {
  const cache = useQueryClient();
  return useMutation({
    ...mutation(support.reply, { failure: 'Não foi possível responder o ticket' }),
    onSuccess: (reply) =>
      putAnswer<Ticket>(
        cache,
        ticketQuery(id),
        (ticket) => ticket && { ...ticket, messages: [...ticket.messages, reply] },
      ),
  });
}

export const useCloseTicket = () =>
  useMutation({
    ...mutation(support.close, { failure: 'Não foi possível fechar o ticket' }),
    ...optimistic({
      queries: ({ params }: Variables<typeof support.close>) => ({ ...ticketQuery(Number(params.id)), exact: true }),
      show: (ticket: Ticket) => ({ ...ticket, status: 'CLOSED' as const }),
    }),
  });

export const useDeleteTicket = () =>
  useMutation(mutation(support.remove, { failure: 'Não foi possível deletar o ticket' }));
