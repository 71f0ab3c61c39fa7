import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { calendarDate, instant } from './fields.ts';
import { INVOICE_READERS } from './invoices.search.ts';
import { problems } from './problem.ts';

/** FAILED: it broke off; what it had issued stands, and the rest goes out with the next one. */
export const BillingStatus = z.enum(['RUNNING', 'DONE', 'FAILED']);

export const BillingRun = z.object({
  id: z.int(),
  status: BillingStatus,
  /** Contracts, of those that had an invoice to come. */
  done: z.int(),
  total: z.int(),
  /** Invoices: a contract that waited for long has more than one. */
  issued: z.int(),
  /** Who asked for it; null: it came by itself. */
  by: z.nullable(z.string()),
  started_at: instant,
  ended_at: z.nullable(instant),
});
export type BillingRun = z.output<typeof BillingRun>;

export const Billing = z.object({
  /** Contracts with an invoice that could be issued now. */
  waiting: z.int(),
  /** What falls due up to this day is issued. */
  through: calendarDate(),
  lead_days: z.int(),
  /** The one that goes on, or the last. */
  run: z.nullable(BillingRun),
});
export type Billing = z.output<typeof Billing>;

/** Calls beyond the specification: the daily job, seen and asked for. */
export const billing = endpoints({
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
    response: Billing,
    status: 201,
  },
});

export const billingProblems = problems({
  BILLING_GOING: [409, 'As faturas já estão sendo geradas.'],
  NOTHING_TO_ISSUE: [409, 'Não há fatura a gerar agora.'],
});
