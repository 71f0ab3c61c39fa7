import type { PaymentTarget } from '@morada/domain/bank/cnab/payment';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { blank, calendarDate, givenDate, id, idParams, instant, money, placeNumber, recordId } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { TRANSFER_READERS } from './transfers.search.ts';

/** Destination of a payment: a Pix key, else an account. */
const target = z.object({
  kind: z.enum(['PIX', 'ACCOUNT']),
  /** In words: "Pix 529.982.247-25", "341 Itaú, ag. 1234, c/c 56789-0". */
  label: z.string(),
  bank: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  /** Account holder. */
  holder: z.string(),
  document: z.string(),
  /** The account is the owner's own; a third party's deserves a check. */
  is_own: z.boolean(),
});

export const PaymentLine = z.object({
  transfer_id: z.int(),
  user: z.object({ id: z.int(), name: z.string() }),
  proposal_id: z.nullable(z.int()),
  property: z.string(),
  due_date: calendarDate(),
  amount: money,
  target: z.nullable(target),
  /** Recent change of the target account, the owners or their shares, with its author. */
  bank_changed: z.nullable(z.object({ at: instant, by: z.nullable(z.string()) })),
  /** Identifier of its payment in the bank's file, shared by transfers of one owner. */
  payment: z.nullable(z.string()),
  /** Reasons why it can't be paid this way. */
  problems: z.array(z.string()),
});
export type PaymentLine = z.output<typeof PaymentLine>;

/** A line as ordered, unaffected by later changes of the owner's account. */
export type PaymentOrdered = Pick<PaymentLine, 'user'> & {
  target: NonNullable<PaymentLine['target']>;
  /** The account as written in the file and the list. */
  to: PaymentTarget;
};

/** Totals of the payments through one bank, or by Pix. */
const group = z.object({
  /** The bank's number; null: by Pix. */
  bank: z.nullable(z.string()),
  /** "341 Itaú Unibanco S.A.", "Pix" */
  name: z.string(),
  payments: z.int(),
  amount: money,
});
export type PaymentGroup = z.output<typeof group>;

export const PaymentBatch = z.object({
  id: z.int(),
  pay_on: calendarDate(),
  transfers: z.int(),
  /** Whether each owner is paid once for all transfers to one account. */
  per_owner: z.boolean(),
  /** Counts of concluded transfers and of those waiting for the bank; the others were released. */
  done: z.int(),
  pending: z.int(),
  amount: money,
  /** Bank whose CNAB files it has; null: only the list. */
  bank: z.nullable(z.string()),
  /** One per CNAB file. */
  files: z.array(z.object({ name: z.string() })),
  by: z.nullable(z.string()),
  created_at: instant,
  canceled_at: z.nullable(instant),
  /** By file or list, or by the bank's call. */
  means: z.enum(['FILE', 'PIX']),
  /** Whether it waits for another person; null: made before there were approvals. */
  approval: z.nullable(z.enum(['WAITING', 'APPROVED', 'REJECTED'])),
});
export type PaymentBatch = z.output<typeof PaymentBatch>;

/** Whether all transfers to one account of an owner share a payment. */
const perOwner = z._default(z.boolean(), false);

const chosen = z
  .array(recordId())
  .check(z.minLength(1, 'Escolha ao menos um repasse'), z.maxLength(500, 'Escolha até 500 repasses'));

/** Calls beyond the specification: many transfers ordered at the bank at once. */
export const payments = endpoints('payments', {
  preview: {
    method: 'POST',
    path: '/financial/payments/preview',
    access: TRANSFER_READERS,
    summary:
      'O que seria pago, por banco e chave Pix, e o que impede: dos repasses escolhidos, ou de todos os pendentes, pelo prazo',
    body: z.object({
      /** Absent: all pending ones without a payment, up to 500. */
      transfers: z.optional(chosen),
      /** First and last due date. */
      due_from: blank(givenDate('Informe um prazo válido')),
      due_to: blank(givenDate('Informe um prazo válido')),
      per_owner: perOwner,
      /** PIX: through the bank's API, which can't pay to every account. */
      means: z._default(z.enum(['FILE', 'PIX']), 'FILE'),
    }),
    response: z.object({
      /** By bank, as in the groups; those that can't be paid come first. */
      lines: z.array(PaymentLine),
      /** Count and total of those that can be paid. */
      groups: z.array(group),
      payable: z.int(),
      /** Number of payments at the bank. */
      payments: z.int(),
      amount: money,
      /** Bank of the agency whose CNAB 240 payment file can be made; null where only the list can. */
      bank: z.nullable(z.string()),
      /** Reason why no file can be made. */
      no_file: z.nullable(z.string()),
    }),
  },
  create: {
    method: 'POST',
    path: '/financial/payments',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Montar o pagamento de vários repasses: arquivo CNAB 240 do banco da imobiliária e planilha por banco',
    changes: ['finance', 'transfers'],
    body: z.object({ transfers: chosen, pay_on: givenDate('Informe a data do pagamento'), per_owner: perOwner }),
    response: PaymentBatch,
    status: 201,
  },
  list: {
    method: 'GET',
    path: '/financial/payments',
    access: TRANSFER_READERS,
    summary: 'Últimos pagamentos montados',
    response: z.array(PaymentBatch),
  },
  export: listExport({
    path: '/financial/payments/export/:format',
    access: TRANSFER_READERS,
    summary: 'Últimos pagamentos montados, em planilha',
    query: z.object({}),
  }),
  show: {
    method: 'GET',
    path: '/financial/payments/:id',
    access: TRANSFER_READERS,
    summary: 'Um pagamento e os seus repasses, como foram pedidos',
    params: idParams,
    response: z.object({
      ...PaymentBatch.shape,
      groups: z.array(group),
      lines: z.array(
        z.object({
          ...PaymentLine.shape,
          status: z.enum(['PENDING', 'DONE']),
          /** A released transfer may enter another payment. */
          live: z.boolean(),
        }),
      ),
    }),
  },
  file: {
    method: 'GET',
    path: '/financial/payments/:id/file/:number',
    access: TRANSFER_READERS,
    summary: 'Um arquivo CNAB 240 do pagamento',
    params: z.object({ id, number: placeNumber }),
    file: 'application/octet-stream',
  },
  sheet: {
    method: 'GET',
    path: '/financial/payments/:id/sheet',
    access: TRANSFER_READERS,
    summary: 'Planilha do pagamento, por banco, com totais',
    params: idParams,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  conclude: {
    method: 'POST',
    path: '/financial/payments/:id/conclude',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary:
      'Concluir os repasses que o banco confirmou, no dia em que pagou (`pay_day`, senão hoje): todos os do pagamento, ou os escolhidos',
    changes: ['finance', 'transfers'],
    params: idParams,
    body: z.object({
      transfers: z.optional(chosen),
      /** Day on which the bank paid; absent: today. */
      pay_day: blank(givenDate('Informe a data do pagamento')),
    }),
    response: z.object({
      concluded: z.int(),
      refused: z.array(z.object({ transfer_id: z.int(), reason: z.string() })),
    }),
  },
  cancel: {
    method: 'DELETE',
    path: '/financial/payments/:id',
    access: 'FINANCIAL_TRANSFER_EDIT',
    summary: 'Cancelar o que o banco não pagou: os repasses ainda pendentes ficam livres',
    changes: ['finance', 'transfers'],
    params: idParams,
    idempotent: true,
  },
});

export const paymentProblems = problems({
  PAYMENT_NOT_FOUND: [404, 'Não encontramos este pagamento.'],
  PAYMENT_CANCELED: [409, 'Este pagamento foi cancelado.'],
  PAYMENT_CONCLUDED: [409, 'Todos os repasses deste pagamento já foram concluídos.'],
  PAYMENT_STARTED: [
    409,
    'Parte deste pagamento já foi concluída ou liberada, e o arquivo ainda tem todos. Libere os pendentes e monte outro pagamento com eles.',
  ],
  PAYMENT_RELEASED: [409, 'Os repasses deste pagamento já foram liberados. Monte outro pagamento com eles.'],
  PAYMENT_LET_GO: [409, 'Este repasse foi retirado do pagamento.'],
  AGREEMENT_UNFIT: [
    409,
    'O banco não aceitaria o arquivo. Confira agência, conta e convênio de pagamentos da imobiliária.',
  ],
  PAYMENT_DATE_FAR: [422, 'Informe uma data do pagamento a até um ano de hoje', 'pay_on'],
  PAYMENT_DATE_PAST: [422, 'A data do pagamento já passou', 'pay_on'],
  TRANSFER_NOT_PAYABLE: [409, 'Um dos repasses não pode ser pago assim. Confira a lista.'],
  TRANSFER_ORDERED: [409, 'Um dos repasses já está em outro pagamento.'],
});
