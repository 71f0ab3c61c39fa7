import type { Answer } from '@morada/contract/base/endpoint';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/base/export';
import { type TransferDetail, transfers } from '@morada/contract/money/transfers';
import { firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import type { Versioned } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/files.ts';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, query } from '#web/lib/api/query.ts';
import { daysShown } from './month-days.ts';

type Overview = Answer<typeof transfers.overview>;
export type TransferLine = Overview['table'][number];
export type TransferEvent = Overview['events'][number];

/** The pending ones, page by page, with the figures of all of them. */
export const pendingQuery = ({ page = 1, query }: { page?: number; query?: string }) => ({
  ...combinedQuery([transfers.overview], { page, query }, async (call) => {
    const { events: _, table, found, ...rest } = await call(transfers.overview, { query: { page, query } });
    return { ...rest, data: table, found };
  }),
  placeholderData: keepPreviousData,
});

/** The pending ones as a spreadsheet, or what is chosen of them. */
export const saveTransfers = (format: ExportFormat, search: { query?: string | undefined }, chosen?: Chosen<object>) =>
  download(transfers.export, { params: { format }, query: { ...search, ...exported(chosen) } });

/** The calendar of one month, with the days around it that fill its weeks. */
export const monthQuery = (month: Reference) => ({
  ...combinedQuery([transfers.overview], { month }, async (call) => {
    const days = daysShown(month);
    const [start, end] = [days[0] ?? firstDay(month), days.at(-1) ?? lastDay(month)];
    const { events } = await call(transfers.overview, { query: { page: 1, start, end } });
    return events;
  }),
  placeholderData: keepPreviousData,
});

export const transferQuery = (id: number) => query(transfers.show, { params: { id } });

const recordOf = ({ params }: { params: { id: number | string } }) => transferQuery(Number(params.id));

/** Marks a transfer as paid to its owner. */
export const useConcludeTransfer = () => useMutation(recordMutation(transfers.update, recordOf));

export const useRefundTransfer = () =>
  useMutation(
    recordMutation(transfers.refund, recordOf, { failure: 'Ocorreu um problema ao tentar estornar a transferência.' }),
  );

/** Options of the mutation that gives a transfer another day. */
export const rescheduling = (settings?: { failure?: string; conflict?: string }) =>
  recordMutation(transfers.reschedule, recordOf, settings);

export const useReschedule = () => useMutation(rescheduling());

export const useAddTransfer = () =>
  useMutation(mutation(transfers.create, { failure: 'Ocorreu um erro ao tentar adicionar manualmente' }));

export function useAddAttachment(id: number) {
  const record = transferQuery(id);
  return useMutation({
    ...mutation(transfers.addFile, { upToDate: record }),
    onSuccess: (file, _variables, _result, { client }) =>
      putAnswer<Versioned<TransferDetail>>(
        client,
        record,
        (now) => now && { ...now, data: { ...now.data, files: [file, ...now.data.files] } },
      ),
  });
}

export function useRemoveAttachment(id: number) {
  const record = transferQuery(id);
  return useMutation({
    ...mutation(transfers.removeFile, { upToDate: record }),
    onSuccess: (_answer, { params }, _result, { client }) =>
      putAnswer<Versioned<TransferDetail>>(
        client,
        record,
        (now) =>
          now && { ...now, data: { ...now.data, files: now.data.files.filter((file) => file.id !== params.fileId) } },
      ),
  });
}
