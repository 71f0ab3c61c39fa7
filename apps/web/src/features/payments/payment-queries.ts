import type { Answer, Sent } from '@morada/contract/endpoint';
import { payments } from '@morada/contract/payments';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';

export type Preview = Answer<typeof payments.preview>;
export type Payment = Answer<typeof payments.show>;

/** Queries that a payment order affects: it reserves transfers and concludes them. */
const RELATED = ['payments', 'transfers', 'finance', 'invoices', 'proposals', 'clients'];

const refresh = (cache: QueryClient) =>
  Promise.all(RELATED.map((name) => cache.invalidateQueries({ queryKey: [name] })));

export const paymentsQuery = queryOptions({
  queryKey: ['payments', 'list'],
  queryFn: ({ signal }) => api(payments.list, {}, { signal }),
});

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'detail', id],
    queryFn: ({ signal }) => api(payments.show, { params: { id } }, { signal }),
  });

/** Read anew each time: accounts and transfers change meanwhile. */
export const previewQuery = (body: Sent<typeof payments.preview>['body']) =>
  queryOptions({
    queryKey: ['payments', 'preview', body],
    queryFn: ({ signal }) => api(payments.preview, { body }, { signal }),
    gcTime: 0,
  });

export function usePaymentActions() {
  const cache = useQueryClient();
  const refreshing = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } finally {
      refresh(cache); // Refused too: what was shown is no longer so.
    }
  };
  return {
    create: (body: Sent<typeof payments.create>['body']) => refreshing(api(payments.create, { body })),
    conclude: (id: number, transfers: number[]) =>
      refreshing(api(payments.conclude, { params: { id }, body: { transfers } })),
    cancel: (id: number) => refreshing(api(payments.cancel, { params: { id } })),
  };
}
