import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  givenDate,
  id,
  idParams,
  instant,
  money,
  positiveMoney,
  recordId,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { DOCUMENT_UPLOAD } from '../registry/files.ts';
import { TransferLine } from './invoices.ts';
import { TRANSFER_READERS, TransferSearch } from './transfers.search.ts';

export const TransferStatus = z.enum(['PENDING', 'DONE']);

export const TransferRow = z.object({
  id: z.int(),
  user_id: z.int(),
  owner: z.string(),
  tenant: z.nullable(z.string()),
  proposal_id: z.nullable(z.int()),
  property_id: z.int(),
  property: z.string(),
  invoice_id: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  amount: money,
  /** Lines that make up the amount. */
  lines: z.array(TransferLine),
  due_date: calendarDate(),
  status: TransferStatus,
  /** Payment order at the bank that includes it, unless canceled. */
  payment_id: z.nullable(z.int()),
});

export const TransferFile = z.object({
  id: z.int(),
  name: z.string(),
  /** Path of the bytes: opened with the session, or in another tab by a one-time address. */
  url: z.string(),
  source: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  created_at: instant,
});

export const TransferDetail = z.object({
  ...z.omit(TransferRow, { owner: true, tenant: true, property: true }).shape,
  done_on: z.nullable(calendarDate()),
  /** A bank has paid it by Pix: only the return of that payment makes it pending again. */
  paid_by_bank: z.boolean(),
  /** The tenant's bank has given this money back by itself: it is paid, and not made pending again. */
  returned_by_bank: z.boolean(),
  /** What the tenant's bank gave back of it while its payment waits: the payment is to be cancelled, and the rest paid. */
  returned_part: z.nullable(money),
  created_at: instant,
  user: z.object({ id: z.int(), name: z.string(), cpf_cnpj: z.string() }),
  /** null: a transfer entered by hand on a property without a contract in force. */
  proposal: z.nullable(z.object({ id: z.int() })),
  /** The invoice whose payment it passes on. */
  invoice: z.nullable(z.object({ id: z.int(), reference: z.string() })),
  /** Path of the latest attached file, the bank's receipt. */
  receipt: z.nullable(z.string()),
  /** Path of our own receipt; null while the transfer is pending. */
  url: z.nullable(z.string()),
  tenant: z.nullable(z.object({ id: z.int(), name: z.string() })),
  property: z.object({ id: z.int(), address: z.string() }),
  /** Target account: the contract's when it is the payee's own, else the first that the payee registered. */
  bank: z.nullable(
    z.object({
      bank_name: z.nullable(z.string()),
      bank_code: z.nullable(z.string()),
      agency: z.nullable(z.string()),
      account: z.nullable(z.string()),
      holder: z.nullable(z.string()),
      document: z.nullable(z.string()),
      pix: z.nullable(z.string()),
    }),
  ),
  /** Recent change of that account, the owners or their shares, with its author. */
  bank_changed: z.nullable(z.object({ at: instant, by: z.string() })),
  /** The latest first. */
  files: z.array(TransferFile),
});
export type TransferDetail = z.output<typeof TransferDetail>;

/** Of bulk and payments too: the day on which the owner was paid. */
const payDay = blank(givenDate('Informe a data do pagamento'));
const PAY_DAY_ALONE = { path: ['pay_day'], message: 'A data do pagamento só vai com um repasse efetuado' };

export const transfers = endpoints('transfers', {
  overview: {
    method: 'GET',
    path: '/financial/transfers',
    access: TRANSFER_READERS,
    summary:
      'Repasses: contadores, calendário e pendentes (todos, ou com ?page= uma página, e o calendário só dos dias pedidos)',
    query: TransferSearch,
    response: z.object({
      pending: z.int(),
      total: money,
      late: z.int(),
      lateAmount: money,
      events: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          date: calendarDate(),
          amount: money,
          status: TransferStatus,
          /** Version for `If-Match`, so that it can be rescheduled without reading it again. */
          version: z.int(),
        }),
      ),
      table: z.array(TransferRow),
      page: z.int(),
      lastPage: z.int(),
      found: z.int(),
    }),
  },
  show: {
    method: 'GET',
    path: '/transfer/:id',
    access: [...TRANSFER_READERS, 'PROPOSAL_VIEW'],
    summary: 'Um repasse, linha por linha',
    params: idParams,
    response: TransferDetail,
    versioned: true,
  },
  export: listExport({
    path: '/financial/transfers/export/:format',
    access: TRANSFER_READERS,
    summary: 'Repasses pendentes que a busca encontra, em planilha',
    query: TransferSearch,
  }),
  update: {
    method: 'PATCH',
    path: '/transfer/:id',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary:
      'Concluir o repasse, no dia em que foi pago (`pay_day`, senão hoje), ou, com `receipt: null`, remover os comprovantes anexados',
    changes: ['finance', 'payments'],
    params: idParams,
    body: z
      .object({
        status: z.optional(z.literal('DONE', 'Informe o tipo')),
        receipt: z.optional(z.null('Por aqui os comprovantes só podem ser removidos')),
        /** Day on which it was paid, from the day of the tenant's payment; absent: today. */
        pay_day: payDay,
      })
      .check(
        z.refine(({ status, receipt }) => (status === undefined) !== (receipt === undefined), {
          path: ['status'],
          message: 'Informe o tipo',
        }),
        z.refine(({ status, pay_day }) => pay_day === undefined || status === 'DONE', PAY_DAY_ALONE),
      ),
    response: TransferDetail,
    versioned: true,
    idempotent: true,
  },
  refund: {
    method: 'DELETE',
    path: '/transfer/:id/refund',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Estornar: o repasse volta para pendente',
    changes: ['finance', 'payments'],
    params: idParams,
    response: TransferDetail,
    versioned: true,
    idempotent: true,
  },
  reschedule: {
    method: 'PATCH',
    path: '/financial/transfers/:id/date',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Reagendar',
    params: idParams,
    body: z.object({ date: givenDate('Informe a data de repasse') }),
    response: TransferDetail,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/financial/transfers',
    access: 'FINANCIAL_TRANSFER_CREATE',
    summary: 'Adicionar repasse manualmente',
    changes: ['finance'],
    body: z
      .object({
        user_id: recordId('Informe o proprietário'),
        property_id: recordId('Informe o imóvel'),
        amount: positiveMoney('Informe o valor'),
        due_date: givenDate('Informe a data de repasse'),
        status: z.enum(['PENDING', 'DONE'], 'Informe o tipo'),
        /** Day on which one that is entered as done was paid; absent: today. */
        pay_day: payDay,
      })
      .check(z.refine(({ status, pay_day }) => pay_day === undefined || status === 'DONE', PAY_DAY_ALONE)),
    response: TransferDetail,
    status: 201,
  },
  receipt: {
    method: 'GET',
    path: '/financial/:id/receipt',
    access: TRANSFER_READERS,
    summary: 'Link do recibo do repasse',
    params: idParams,
    response: z.object({ url: z.string() }),
  },
  receiptFile: {
    method: 'GET',
    path: '/receipt/transfer/:id',
    access: TRANSFER_READERS,
    summary: 'Recibo do repasse em PDF',
    params: idParams,
    file: 'application/pdf',
  },
  addFile: {
    method: 'PUT',
    path: '/transfer/:id/file',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Anexar um documento ao repasse',
    params: idParams,
    upload: DOCUMENT_UPLOAD,
    response: TransferFile,
    status: 201,
  },
  removeFile: {
    method: 'DELETE',
    path: '/transfer/:fileId/file',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Remover um anexo do repasse',
    params: z.object({ fileId: id }),
  },
});

export const transferProblems = problems({
  TRANSFER_NOT_FOUND: [404, 'Não encontramos esse repasse'],
  TRANSFER_ALREADY_DONE: [409, 'Este repasse já foi efetuado.'],
  TRANSFER_ORDERED: [409, 'O repasse está em um pagamento no banco. Cancele antes o pagamento.'],
  TRANSFER_CHANGED: [409, 'O repasse mudou desde então.'],
  TRANSFER_PAID_IN_FUTURE: [422, 'A data do pagamento não pode ser futura', 'pay_day'],
  TRANSFER_PAID_EARLY: [422, 'O repasse não pode ter sido pago antes do recebimento', 'pay_day'],
  TRANSFER_DAY_FAR: [422, 'Informe uma data de repasse a até um ano de hoje', 'due_date'],
  TRANSFER_DAY_PAST: [422, 'Escolha um dia de hoje em diante', 'date'],
  TRANSFER_NOT_DONE: [409, 'Este repasse ainda está pendente.'],
  TRANSFER_RETURNED_BY_BANK: [
    409,
    'O banco já devolveu este valor ao inquilino por conta própria: o repasse fica efetuado, para não ser pago outra vez.',
  ],
  DEBIT_TAKEN: [
    409,
    'Um proprietário já teve a devolução debitada de um repasse. Estorne antes a fatura desse repasse.',
  ],
  REFUND_DONE: [409, 'A devolução ou um débito dela já foi efetuado. Estorne antes esse repasse.'],
  NOT_THE_OWNER: [422, 'Este imóvel não está alugado por este proprietário', 'property_id'],
});
