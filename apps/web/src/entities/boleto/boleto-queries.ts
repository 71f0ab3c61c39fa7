import { type BoletoDetail, type BoletoPage, boletos } from '@morada/contract/boletos';
import type { BoletoSearch } from '@morada/contract/boletos.search';
import type { Sent } from '@morada/contract/endpoint';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/export';
import { invoices } from '@morada/contract/invoices';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';

type Search = z.output<typeof BoletoSearch> & { page: number };

export const boletosQuery = (search: Search) =>
  queryOptions({
    queryKey: ['boletos', 'list', search],
    queryFn: ({ signal }) =>
      withFailureMessage('Ocorreu um erro ao tentar buscar pelos boletos', findPage(search, signal)),
    placeholderData: keepPreviousData,
  });

async function findPage(query: Search, signal: AbortSignal): Promise<BoletoPage> {
  const found = await api(boletos.list, { query }, { signal });
  if (Array.isArray(found)) throw new Error('A page of boletos came as a whole list');
  return found;
}

/** The filtered list as a spreadsheet, or what is chosen of it. */
export const saveBoletos = (format: ExportFormat, search: Omit<Search, 'page'>, chosen?: Chosen<object>) =>
  download(boletos.export, { params: { format }, query: { ...search, ...exported(chosen) } });

/** The papers of the chosen ones, one a page. */
export const savePapers = (search: Omit<Search, 'page'>, chosen: Chosen<object>) =>
  download(boletos.sheets, { query: { ...search, ...exported(chosen) } }, { as: 'boletos.pdf' });

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
export const pendingInvoicesQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['boletos', 'pending invoices', contractId],
    queryFn: ({ signal }) => api(invoices.ofProposal, { params: { id: contractId } }, { signal }),
    select: (all) =>
      all.filter(({ status }) => status === 'PENDING').toSorted((a, b) => a.due_date.localeCompare(b.due_date)),
  });

export const remittancesQuery = queryOptions({
  queryKey: ['boletos', 'remittances'],
  queryFn: ({ signal }) => api(boletos.remittances, {}, { signal }),
});

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['boletos'] });

/** Mutations on boletos; each invalidates the queries it affects. */
export function useBoletoMutations() {
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

    /** The newest first, as they are now. */
    ofInvoice: (id: number) => cache.fetchQuery({ ...invoiceBoletosQuery(id), staleTime: 0 }),

    create: async (body: Sent<typeof boletos.create>['body']) => {
      const made = await during(api(boletos.create, { body }));
      cache.setQueryData(boletoQuery(made.id).queryKey, made);
      return made;
    },

    cancel: (id: number) => during(api(boletos.cancel, { params: { id } })),

    revokeLink: (id: number) => during(api(boletos.revokeLink, { params: { id } })),

    remit: () => during(api(boletos.remit, {})),
  };
}
