import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, money } from '../base/fields.ts';
import { PeriodSearch } from './finance.search.ts';
import { TransferLine } from './invoices.ts';
import { TRANSFER_READERS } from './transfers.search.ts';

export const Statement = z.object({
  user: z.object({ id: z.int(), name: z.string(), cpf_cnpj: z.string() }),
  start: calendarDate(),
  end: calendarDate(),
  /** Amount the agency owed the client before the period; below zero the client owes. */
  opening: money,
  credits: money,
  debits: money,
  closing: money,
  /** What rents came to: gross − fee + others is net. Of several owners, the parts of the others are among `others`. */
  income: z.object({ gross: money, fee: money, others: money, net: money }),
  events: z.array(
    z.object({
      id: z.int(),
      date: calendarDate(),
      title: z.string(),
      /** Reason of the movement, in one sentence. */
      rule: z.string(),
      description: z.string(),
      property: z.nullable(z.string()),
      invoice_id: z.nullable(z.int()),
      transfer_id: z.nullable(z.int()),
      /** Of a payment: the day by which it was due, and what proves it. */
      due_date: z.nullable(calendarDate()),
      end_to_end_id: z.nullable(z.string()),
      files: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Lines that add up to the amount. */
      lines: z.array(TransferLine),
      amount: money,
      balance: money,
    }),
  ),
});
export type Statement = z.output<typeof Statement>;

const ofClient = { access: TRANSFER_READERS, params: idParams, query: PeriodSearch } as const;

export const statements = endpoints('statements', {
  show: {
    method: 'GET',
    path: '/user/:id/statement',
    summary: 'Extrato do proprietário no período (o mês corrente, se não for dito)',
    ...ofClient,
    response: Statement,
  },
  pdf: {
    method: 'GET',
    path: '/user/:id/statement/pdf',
    summary: 'Extrato do proprietário em PDF',
    ...ofClient,
    file: 'application/pdf',
  },
  xlsx: {
    method: 'GET',
    path: '/user/:id/statement/xlsx',
    summary: 'Extrato do proprietário em planilha',
    ...ofClient,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
});
