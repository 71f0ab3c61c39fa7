import { type BoletoDetail, boletos } from '@morada/contract/boletos';
import type { BoletoSearch } from '@morada/contract/boletos.search';
import type { Sent } from '@morada/contract/endpoint';
import { invoices } from '@morada/contract/invoices';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api.ts';
import { orSay } from '#web/lib/failure.ts';

type Search = z.output<typeof BoletoSearch>;

export const boletosQuery = (search: Search) =>
  queryOptions({
    queryKey: ['boletos', 'list', search],
    queryFn: ({ signal }) =>
      orSay('Ocorreu um erro ao tentar buscar pelos boletos', api(boletos.list, { query: search }, { signal })),
    placeholderData: keepPreviousData,
  });

export const boletoQuery = (id: number) =>
  queryOptions({
    queryKey: ['boletos', 'detail', id],
    queryFn: ({ signal }) => api(boletos.show, { params: { id } }, { signal }),
  });

export const invoiceBoletosQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['boletos', 'invoice', invoiceId],
    queryFn: ({ signal }) => api(boletos.ofInvoice, { params: { id: invoiceId } }, { signal }),
  });

/** The invoices of a contract that wait for a payment, the oldest first. */
export const pendingInvoicesQuery = (proposalId: number) =>
  queryOptions({
    queryKey: ['boletos', 'pending invoices', proposalId],
    queryFn: ({ signal }) => api(invoices.ofProposal, { params: { id: proposalId } }, { signal }),
    select: (all) =>
      all.filter(({ status }) => status === 'PENDING').toSorted((a, b) => a.due_date.localeCompare(b.due_date)),
  });

/** Pending invoices that have no boleto in hand. */
export const waitingQuery = queryOptions({
  queryKey: ['boletos', 'waiting'],
  queryFn: ({ signal }) => api(boletos.waiting, {}, { signal }),
  staleTime: 0,
});

export const remittancesQuery = queryOptions({
  queryKey: ['boletos', 'remittances'],
  queryFn: ({ signal }) => api(boletos.remittances, {}, { signal }),
});

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['boletos'] });

/** What can be done with boletos; each refreshes what it touches. */
export function useBoletoActions() {
  const cache = useQueryClient();

  async function during<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } finally {
      refresh(cache); // A refusal too may say that what is shown is old.
    }
  }

  return {
    detail: (id: number): Promise<BoletoDetail> => cache.fetchQuery(boletoQuery(id)),

    create: async (body: Sent<typeof boletos.create>['body']) => {
      const made = await during(api(boletos.create, { body }));
      cache.setQueryData(boletoQuery(made.id).queryKey, made);
      return made;
    },

    createMany: (chosen: number[]) => during(api(boletos.createMany, { body: { invoices: chosen } })),

    cancel: (id: number) => during(api(boletos.cancel, { params: { id } })),

    revokeLink: (id: number) => during(api(boletos.revokeLink, { params: { id } })),

    remit: () => during(api(boletos.remit, {})),
  };
}
