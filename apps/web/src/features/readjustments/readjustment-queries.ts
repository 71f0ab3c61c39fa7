import type { Sent } from '@morada/contract/endpoint';
import type { ExportFormat } from '@morada/contract/export';
import type { DueRow, ReadjustmentBatch } from '@morada/contract/readjustments';
import { readjustments } from '@morada/contract/readjustments';
import type { Reference } from '@morada/domain/base/calendar';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';

export type DueContract = z.output<typeof DueRow>;
export type Batch = z.output<typeof ReadjustmentBatch>;
type Wanted = Sent<typeof readjustments.apply>['body']['contracts'];

const ALL = ['readjustments'];

export const dueQuery = (month: Reference, page = 1) =>
  queryOptions({
    queryKey: [...ALL, 'due', month, page],
    queryFn: ({ signal }) => api(readjustments.due, { query: { month, page } }, { signal }),
  });

/** Those of the month as a spreadsheet. */
export const saveDue = (format: ExportFormat, month: Reference) =>
  download(readjustments.exportDue, { params: { format }, query: { month } });

/** One contract by each index: asked for when another than its own is chosen. */
export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'preview', id],
    queryFn: ({ signal }) => api(readjustments.preview, { params: { id } }, { signal }),
  });

export const batchesQuery = (page = 1) =>
  queryOptions({
    queryKey: [...ALL, 'batches', page],
    queryFn: ({ signal }) => api(readjustments.batches, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useReadjustments() {
  const cache = useQueryClient();
  return {
    async apply(month: Reference, contracts: Wanted) {
      try {
        const call = api(readjustments.apply, { body: { month, contracts } });
        return await withFailureMessage('Não foi possível aplicar os reajustes', call);
      } finally {
        await cache.invalidateQueries(); // Rents are everywhere; and what was refused is no longer as it was seen.
      }
    },
    async undo(id: number) {
      await withFailureMessage('Não foi possível desfazer o lote', api(readjustments.undo, { params: { id } }));
      await cache.invalidateQueries();
    },
  };
}
