import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  calendarDate,
  idParams,
  instant,
  money,
  page,
  pageNumber,
  percent,
  positiveMoney,
  recordId,
  reference,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { PriceIndex, readjustmentPercent } from './proposals.ts';

/** An index over the 12 months that end the month before the anniversary; `percent` null while a month is missing. */
export const Accumulated = z.object({
  index: PriceIndex,
  from: reference(),
  to: reference(),
  percent: z.nullable(percent),
  missing: z.array(reference()),
});

export const ReadjustmentPreview = z.object({
  proposal_id: z.int(),
  current_price: money,
  indices: z.array(
    z.object({
      ...Accumulated.shape,
      /** New rent; unchanged when the index fell and the contract does not follow it down. */
      new_price: z.nullable(money),
    }),
  ),
  next_readjustment: calendarDate(),
});

export const DueRow = z.object({
  /** The contract's number. */
  id: z.int(),
  tenant: z.string(),
  property: z.string(),
  next_readjustment: calendarDate(),
  new_next_readjustment: calendarDate(),
  current_price: money,
  ...Accumulated.shape,
  new_price: z.nullable(money),
});

export type DueRow = z.output<typeof DueRow>;

export const ReadjustmentBatch = z.object({
  id: z.int(),
  month: reference(),
  actor: z.string(),
  created_at: instant,
  undone_at: z.nullable(instant),
  contracts: z.int(),
});

export const BatchDetail = z.object({
  ...ReadjustmentBatch.shape,
  rows: z.array(
    z.object({
      /** The contract's number. */
      id: z.int(),
      tenant: z.string(),
      property: z.string(),
      /** Null: a percentage by hand. */
      index: z.nullable(PriceIndex),
      percent,
      old_price: money,
      new_price: money,
      new_next: calendarDate(),
    }),
  ),
  page: z.int(),
  lastPage: z.int(),
});
export type BatchDetail = z.output<typeof BatchDetail>;

const editing = ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] as const;

export const readjustments = endpoints('readjustments', {
  preview: {
    method: 'GET',
    path: '/proposal/:id/readjustment',
    access: 'PROPOSAL_VIEW',
    summary: 'Reajuste de um contrato por cada índice, antes de aplicar',
    params: idParams,
    response: ReadjustmentPreview,
  },
  due: {
    method: 'GET',
    path: '/readjustment',
    access: 'PROPOSAL_VIEW',
    summary: 'Reajustes do mês: contratos com reajuste no mês, com a simulação de cada um',
    query: z.object({ month: reference(), page: z._default(pageNumber, 1) }),
    response: page(DueRow),
  },
  exportDue: listExport({
    path: '/readjustment/export/:format',
    access: 'PROPOSAL_VIEW',
    summary: 'Reajustes do mês em planilha, cada um pelo índice do contrato',
    query: z.object({ month: reference() }),
  }),
  apply: {
    method: 'POST',
    path: '/readjustment',
    access: editing,
    summary: 'Reajustar os contratos escolhidos, em um lote que se pode desfazer',
    changes: SETTLEMENT,
    body: z.object({
      month: reference(),
      contracts: z
        .array(
          z.object({
            proposal_id: recordId('Informe o contrato'),
            /** null: a percentage by hand. */
            index: z.nullable(PriceIndex),
            percent: readjustmentPercent,
            /** Price that the user saw; a concurrent change refuses this contract. */
            current_price: positiveMoney('Informe o preço atual de cobrança'),
          }),
          'Escolha os contratos',
        )
        .check(z.minLength(1, 'Escolha os contratos'), z.maxLength(2_000, 'Use até 2.000 contratos por lote')),
    }),
    response: z.object({
      ...ReadjustmentBatch.shape,
      refused: z.array(z.object({ proposal_id: z.int(), reason: z.string() })),
    }),
    status: 201,
  },
  batches: {
    method: 'GET',
    path: '/readjustment/batch',
    access: 'PROPOSAL_VIEW',
    summary: 'Lotes de reajuste, os últimos primeiro',
    query: z.object({ page: z._default(pageNumber, 1) }),
    response: page(ReadjustmentBatch),
  },
  batch: {
    method: 'GET',
    path: '/readjustment/batch/:id',
    access: 'PROPOSAL_VIEW',
    summary: 'Um lote de reajuste com os contratos, o índice e os aluguéis de antes e de depois, por página',
    params: idParams,
    query: z.object({ page: z._default(pageNumber, 1) }),
    response: BatchDetail,
  },
  undo: {
    method: 'DELETE',
    path: '/readjustment/batch/:id',
    access: editing,
    summary: 'Desfazer um lote enquanto nenhuma fatura usa os novos valores',
    changes: SETTLEMENT,
    params: idParams,
    idempotent: true,
  },
});

export const readjustmentProblems = problems({
  BATCH_NOT_FOUND: [404, 'Não encontramos este lote de reajustes.'],
  BATCH_UNDONE: [409, 'Este lote já foi desfeito.'],
  BATCH_CHANGED: [409, 'Um dos contratos mudou depois do lote: ele não pode mais ser desfeito.'],
  BATCH_BELOW_DISCOUNT: [409, 'O desconto de um dos contratos passa do aluguel de antes do lote.'],
  BATCH_USED: [409, 'Há fatura com o novo valor: o lote não pode mais ser desfeito.'],
  SALE_NOT_READJUSTED: [409, 'Um contrato de venda não tem reajuste.'],
  NOTHING_APPLIED: [409, 'Nenhum dos contratos pôde ser reajustado.'],
});
