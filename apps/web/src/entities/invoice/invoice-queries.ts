import type { Sent } from '@morada/contract/endpoint';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/export';
import { type InvoiceDetail, invoices } from '@morada/contract/invoices';
import type { InvoiceSearch } from '@morada/contract/invoices.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion, type Versioned } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';

type Search = z.output<typeof InvoiceSearch>;
type Settlement = Sent<typeof invoices.pay>['body'];

/** Queries that a settlement affects besides the invoice. */
const RELATED = ['invoices', 'boletos', 'transfers', 'proposals', 'clients', 'finance'];

const refresh = (cache: QueryClient) =>
  Promise.all(RELATED.map((name) => cache.invalidateQueries({ queryKey: [name] })));

export const invoicesQuery = (search: Search) =>
  queryOptions({
    queryKey: ['invoices', 'list', search],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao tentar buscar pelas faturas',
        api(invoices.list, { query: search }, { signal }),
      ),
    meta: { live: ['billing'] },
    placeholderData: keepPreviousData,
  });

/** The filtered list as a spreadsheet, or what is chosen of it. */
export const saveInvoices = (format: ExportFormat, search: Search, chosen?: Chosen<object>) =>
  download(invoices.export, { params: { format }, query: { ...search, ...exported(chosen) } });

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'detail', id],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao tentar buscar pela fatura',
        apiWithVersion(invoices.show, { params: { id }, query: {} }, { signal }),
      ),
  });

/** The invoice as if it were paid on that day, with that amount: its charges and the transfers that would follow. */
export const previewQuery = (id: number, payment: { payDay?: CalendarDate; paid?: Cents }) =>
  queryOptions({
    queryKey: ['invoices', 'preview', id, payment],
    queryFn: ({ signal }) => {
      const query = { pay_day: payment.payDay, paid_amount: payment.paid };
      return api(invoices.show, { params: { id }, query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const monthsQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['invoices', 'months', contractId],
    queryFn: ({ signal }) => api(invoices.months, { params: { id: contractId } }, { signal }),
  });

/** Mutations on invoices; each invalidates the queries it affects. */
export function useInvoiceActions() {
  const cache = useQueryClient();

  const keep = (answer: Versioned<InvoiceDetail>) => {
    cache.setQueryData(invoiceQuery(answer.data.id).queryKey, answer);
    refresh(cache);
    return answer.data;
  };

  return {
    /** The figures of a payment as the server sees them now, for the question before it. */
    preview: (id: number, payment: { payDay?: CalendarDate; paid?: Cents }) =>
      cache.fetchQuery({ ...previewQuery(id, payment), staleTime: 0 }),

    pay: async (id: number, body: Settlement, ifMatch?: string) =>
      keep(await apiWithVersion(invoices.pay, { params: { id }, body }, { ifMatch })),

    refund: async (id: number, ifMatch?: string) => {
      const call = apiWithVersion(invoices.refund, { params: { id } }, { ifMatch });
      return keep(await withFailureMessage('Ocorreu um problema ao tentar estornar a transferência.', call));
    },

    remove: async (id: number, ifMatch?: string) => {
      await withFailureMessage(
        'Não foi possível deletar a fatura',
        api(invoices.remove, { params: { id } }, { ifMatch }),
      );
    },

    /** Once the window of the deleted invoice is closed. */
    forget: (id: number) => {
      cache.removeQueries({ queryKey: invoiceQuery(id).queryKey });
      refresh(cache);
    },

    anticipate: async (body: Sent<typeof invoices.anticipate>['body']) => {
      const issued = await api(invoices.anticipate, { body });
      refresh(cache);
      return issued;
    },
  };
}
