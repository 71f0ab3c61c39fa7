import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, instant } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { INVOICE_READERS } from './invoices.search.ts';

/** FAILED: it was interrupted; issued invoices stay, and the next run issues the rest. */
export const BillingStatus = z.enum(['RUNNING', 'DONE', 'FAILED']);

export const BillingRun = z.object({
  id: z.int(),
  status: BillingStatus,
  /** Contracts processed, of those with an invoice to issue. */
  done: z.int(),
  total: z.int(),
  /** Invoices: an overdue contract has more than one. */
  issued: z.int(),
  /** User who started it; null: the schedule. */
  by: z.nullable(z.string()),
  started_at: instant,
  ended_at: z.nullable(instant),
});
export type BillingRun = z.output<typeof BillingRun>;

export const Billing = z.object({
  /** Contracts with an invoice that can be issued now. */
  waiting: z.int(),
  /** Invoices due up to this day are issued. */
  through: calendarDate(),
  lead_days: z.int(),
  /** The current run, or the last. */
  run: z.nullable(BillingRun),
});
export type Billing = z.output<typeof Billing>;

/** Calls beyond the specification: status and manual start of the daily job. */
export const billing = endpoints('billing', {
  show: {
    method: 'GET',
    path: '/financial/billing',
    access: INVOICE_READERS,
    summary: 'Quantos contratos têm fatura a gerar, e como vai a última geração',
    response: Billing,
  },
  start: {
    method: 'POST',
    path: '/financial/billing',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Gerar agora as faturas que sairiam na próxima hora; é feito em segundo plano',
    changes: SETTLEMENT,
    response: Billing,
    status: 201,
  },
});

export const billingProblems = problems({
  BILLING_GOING: [409, 'As faturas já estão sendo geradas.'],
  CLOCK_UNCONFIRMED: [
    409,
    'A data de hoje está muito adiante do último dia trabalhado. Um administrador confirma em Hoje que ela está certa, e as faturas são geradas.',
  ],
  NOTHING_TO_ISSUE: [409, 'Não há fatura a gerar agora.'],
});
