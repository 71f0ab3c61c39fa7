import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { calendarDate, idParams, instant, money, reference } from './fields.ts';
import { INVOICE_READERS } from './invoices.search.ts';
import { problems } from './problem.ts';
import { SETTLEMENT } from './subjects.ts';

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

/** A lease that an earlier version stopped billing at its end, and its uncharged months. */
export const LapsedLease = z.object({
  id: z.int(),
  tenant: z.string(),
  property: z.string(),
  end_date: calendarDate(),
  /** Includes the property's fees, at today's rent. */
  months: z.array(z.object({ reference: reference(), amount: money })),
  /** Rest of the end month, which was issued by days. */
  rest: z.nullable(z.object({ description: z.string(), amount: money })),
  total: money,
  /** Due date of the invoices, if they are billed. */
  due_date: calendarDate(),
});
export type LapsedLease = z.output<typeof LapsedLease>;

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
  lapsed: {
    method: 'GET',
    path: '/financial/billing/lapsed',
    access: INVOICE_READERS,
    summary: 'Contratos que ficaram sem fatura depois do término, com os meses que faltam',
    response: z.array(LapsedLease),
  },
  billLapsed: {
    method: 'POST',
    path: '/financial/billing/lapsed/:id',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Cobrar os meses que um contrato ficou sem fatura depois do término',
    changes: SETTLEMENT,
    params: idParams,
    response: LapsedLease,
    status: 201,
  },
  waiveLapsed: {
    method: 'DELETE',
    path: '/financial/billing/lapsed/:id',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Dispensar os meses que um contrato ficou sem fatura depois do término',
    changes: ['contracts'],
    params: idParams,
    idempotent: true,
  },
});

export const billingProblems = problems({
  BILLING_GOING: [409, 'As faturas já estão sendo geradas.'],
  LAPSE_NOT_FOUND: [409, 'Este contrato não tem mais meses a cobrar ou dispensar.'],
  NOTHING_TO_ISSUE: [409, 'Não há fatura a gerar agora.'],
});
