import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { ExportFormat } from '../base/export.ts';
import { id, idParams, instant, money, page, pageNumber } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { BULK_ANY, BulkAction } from './bulk.access.ts';

/** Maximum records of a run, and the minutes in which it can be undone. */
export const BULK_LIMITS = { records: 20_000, named: 1_000, undoMinutes: 10 } as const;

export const BulkStatus = z.enum(['STAGED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'FAILED']);
/** FAILED: it could not be done. LEFT: done, and not undone because of a later change. */
export const BulkState = z.enum(['READY', 'REFUSED', 'DONE', 'FAILED', 'UNDONE', 'LEFT']);
export type BulkState = z.output<typeof BulkState>;

/** Records that the action covers or covered, and those left unchanged. */
export const BulkPile = z.enum(['able', 'left']);
export type BulkPile = z.output<typeof BulkPile>;
export const BULK_PILES = {
  able: ['READY', 'DONE', 'UNDONE'],
  left: ['REFUSED', 'FAILED', 'LEFT'],
} as const satisfies Record<BulkPile, readonly BulkState[]>;

const share = z.object({ count: z.int(), amount: money });

export const BulkRun = z.object({
  id: z.int(),
  action: BulkAction,
  /** Options beside the records. */
  options: z.record(z.string(), z.unknown()),
  status: BulkStatus,
  /** Records to process, forward or backward, and the number processed. */
  total: z.int(),
  done: z.int(),
  /** Records in each state, and their total. */
  states: z.record(BulkState, share),
  /** Reasons of refused, failed and skipped records, the most frequent first. */
  reasons: z.array(z.object({ state: BulkState, reason: z.string(), count: z.int() })),
  created_at: instant,
  finished_at: z.nullable(instant),
  /** Null: it can't be undone, or no longer. */
  undo_until: z.nullable(instant),
  /** The action can be undone, regardless of the user's permissions. */
  reversible: z.boolean(),
});
export type BulkRun = z.output<typeof BulkRun>;

export const BulkItem = z.object({
  /** Position in the run. */
  id: z.int(),
  record_id: z.int(),
  /** Name and distinguishing detail: "Ana Prado". */
  title: z.string(),
  below: z.string(),
  amount: z.nullable(money),
  lines: z.array(z.object({ name: z.string(), amount: money })),
  state: BulkState,
  reason: z.nullable(z.string()),
  /** Path of the staff's app that mends the reason; null: the record itself, or nothing does. */
  mends: z.nullable(z.string()),
});
export type BulkItem = z.output<typeof BulkItem>;

/** Calls shared by all bulk actions: each run belongs to its creator. */
export const bulk = endpoints('bulk', {
  list: {
    method: 'GET',
    path: '/bulk',
    access: 'login',
    summary: 'Ações em lote da própria pessoa nas últimas horas',
    response: z.array(BulkRun),
  },
  show: {
    method: 'GET',
    path: '/bulk/:id',
    access: BULK_ANY,
    summary: 'Uma ação em lote: o que faria, o andamento, o que fez',
    params: idParams,
    response: BulkRun,
  },
  items: {
    method: 'GET',
    path: '/bulk/:id/item',
    access: BULK_ANY,
    summary: 'Os registros de uma ação em lote, por página',
    params: idParams,
    query: z.object({ page: z._default(pageNumber, 1), pile: z.catch(z._default(BulkPile, 'able'), 'able') }),
    response: page(BulkItem),
  },
  sheet: {
    method: 'GET',
    path: '/bulk/:id/sheet/:format',
    access: BULK_ANY,
    summary: 'O resultado de uma ação em lote, registro por registro, em planilha',
    params: z.object({ id, format: ExportFormat }),
    file: 'application/octet-stream',
  },
  run: {
    method: 'POST',
    path: '/bulk/:id/run',
    access: BULK_ANY,
    summary: 'Executar o que foi conferido; o andamento vem em GET /bulk/{id}',
    changes: 'everything',
    params: idParams,
    response: BulkRun,
    status: 201,
  },
  undo: {
    method: 'POST',
    path: '/bulk/:id/undo',
    access: BULK_ANY,
    summary: 'Desfazer por estorno o que uma ação em lote fez, menos o que mudou desde então',
    changes: 'everything',
    params: idParams,
    response: BulkRun,
    status: 201,
  },
  discard: {
    method: 'DELETE',
    path: '/bulk/:id',
    access: BULK_ANY,
    summary: 'Desistir de uma ação em lote antes de executar',
    params: idParams,
  },
});

export const bulkProblems = problems({
  BULK_NOT_FOUND: [404, 'Não encontramos esta ação em lote.'],
  BULK_NOTHING_CHOSEN: [422, 'Escolha ao menos um registro', 'ids'],
  BULK_NOTHING_TO_DO: [409, 'Nenhum dos registros escolhidos pode passar por esta ação.'],
  BULK_TOO_MANY: [422, 'Use até 20.000 registros por vez: tire alguns com um filtro', 'filter'],
  BULK_STARTED: [409, 'Esta ação já foi executada.'],
  BULK_NOT_DONE: [409, 'Só dá para desfazer o que foi executado.'],
  BULK_TOO_LATE: [409, 'O prazo para desfazer passou. Desfaça um por um.'],
  BULK_ONE_WAY: [409, 'Esta ação não pode ser desfeita.'],
  BULK_CHANGED: [409, 'Mudou depois da conferência.'],
  BULK_FIGURES_MISSING: [409, 'O valor conferido não foi guardado. Confira de novo.'],
});
