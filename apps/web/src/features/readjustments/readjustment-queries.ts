import type { ExportFormat } from '@morada/contract/base/export';
import type { DueRow, ReadjustmentBatch } from '@morada/contract/lease/readjustments';
import { readjustments } from '@morada/contract/lease/readjustments';
import type { Reference } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { download } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type DueContract = z.output<typeof DueRow>;
export type Batch = z.output<typeof ReadjustmentBatch>;

export const dueQuery = (month: Reference, page = 1) => query(readjustments.due, { query: { month, page } });

/** Those of the month as a spreadsheet. */
export const saveDue = (format: ExportFormat, month: Reference) =>
  download(readjustments.exportDue, { params: { format }, query: { month } });

/** One contract by each index: asked for when another than its own is chosen. */
export const previewQuery = (id: number) => query(readjustments.preview, { params: { id } });

export const batchesQuery = (page = 1) => pageQuery(readjustments.batches, { query: { page } });

export const batchQuery = (id: number, page = 1) => pageQuery(readjustments.batch, { params: { id }, query: { page } });

export const useApplyReadjustments = () =>
  useMutation(mutation(readjustments.apply, { failure: 'Não foi possível aplicar os reajustes', awaitRefetch: true }));

export const useUndoBatch = () =>
  useMutation(mutation(readjustments.undo, { failure: 'Não foi possível desfazer o lote', awaitRefetch: true }));
