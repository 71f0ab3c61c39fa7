import { clients } from '@morada/contract/clients';
import type { Answer, Sent } from '@morada/contract/endpoint';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/export';
import { type TransferDetail, transfers } from '@morada/contract/transfers';
import { firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, apiWithVersion, type Versioned } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';
import { daysShown } from './month-days.ts';

type Overview = Answer<typeof transfers.overview>;
export type TransferLine = Overview['table'][number];
export type TransferEvent = Overview['events'][number];

/** Queries that show transfers. */
const RELATED = ['transfers', 'invoices', 'proposals', 'clients', 'finance', 'payments'];

const refresh = (cache: QueryClient) =>
  Promise.all(RELATED.map((name) => cache.invalidateQueries({ queryKey: [name] })));

/** The pending ones, page by page, with the figures of all of them. */
export const pendingQuery = ({ page = 1, query }: { page?: number; query?: string }) =>
  queryOptions({
    queryKey: ['transfers', 'pending', { page, query }],
    queryFn: async ({ signal }) => {
      const {
        events: _,
        table,
        found,
        ...rest
      } = await api(transfers.overview, { query: { page, query } }, { signal });
      return { ...rest, data: table, found };
    },
    placeholderData: keepPreviousData,
  });

/** The pending ones as a spreadsheet, or what is chosen of them. */
export const saveTransfers = (format: ExportFormat, search: { query?: string | undefined }, chosen?: Chosen<object>) =>
  download(transfers.export, { params: { format }, query: { ...search, ...exported(chosen) } });

/** The calendar of one month, with the days around it that fill its weeks. */
export const monthQuery = (month: Reference) =>
  queryOptions({
    queryKey: ['transfers', 'calendar', month],
    queryFn: async ({ signal }) => {
      const days = daysShown(month);
      const [start, end] = [days[0] ?? firstDay(month), days.at(-1) ?? lastDay(month)];
      const { events } = await api(transfers.overview, { query: { page: 1, start, end } }, { signal });
      return events;
    },
    placeholderData: keepPreviousData,
  });

export const transferQuery = (id: number) =>
  queryOptions({
    queryKey: ['transfers', 'detail', id],
    queryFn: ({ signal }) => apiWithVersion(transfers.show, { params: { id } }, { signal }),
  });

export const ownersQuery = queryOptions({
  queryKey: ['clients', 'owners'],
  queryFn: ({ signal }) => api(clients.owners, {}, { signal }),
});

/** Mutations on transfers; each invalidates the queries it affects. */
export function useTransferActions() {
  const cache = useQueryClient();

  const keep = (answer: Versioned<TransferDetail>) => {
    cache.setQueryData(transferQuery(answer.data.id).queryKey, answer);
    refresh(cache);
    return answer.data;
  };

  return {
    refresh: () => refresh(cache),

    conclude: async (id: number, ifMatch?: string) =>
      keep(await apiWithVersion(transfers.update, { params: { id }, body: { status: 'DONE' } }, { ifMatch })),

    refund: async (id: number, ifMatch?: string) => {
      const call = apiWithVersion(transfers.refund, { params: { id } }, { ifMatch });
      return keep(await withFailureMessage('Ocorreu um problema ao tentar estornar a transferência.', call));
    },

    reschedule: async (id: number, body: Sent<typeof transfers.reschedule>['body'], ifMatch?: string) => {
      const answer = await apiWithVersion(transfers.reschedule, { params: { id }, body }, { ifMatch });
      keep(answer);
      return answer;
    },

    add: async (body: Sent<typeof transfers.create>['body']) => {
      const call = api(transfers.create, { body });
      const added = await withFailureMessage('Ocorreu um erro ao tentar adicionar manualmente', call);
      refresh(cache);
      return added;
    },
  };
}

type Attachment = TransferDetail['files'][number];

/** The files of a transfer that lies open. */
export function useAttachments(id: number) {
  const cache = useQueryClient();
  const { queryKey } = transferQuery(id);
  const change = (of: (files: Attachment[]) => Attachment[]) =>
    cache.setQueryData(queryKey, (now) => now && { ...now, data: { ...now.data, files: of(now.data.files) } });
  return {
    add: (file: Attachment) => change((files) => [file, ...files]),
    remove: async (fileId: number) => {
      await api(transfers.removeFile, { params: { fileId } });
      change((files) => files.filter((file) => file.id !== fileId));
    },
  };
}
