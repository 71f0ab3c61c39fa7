import { LEGAL_STAGES, type LegalStage } from '@morada/domain/debt-papers/debt-register';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@morada/domain/ledger/expense';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, givenDate, idParams, money, pageNumber, percent, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import {
  COMMISSION_READERS,
  CommissionSearch,
  LATE_READERS,
  LateSearch,
  PeriodSearch,
  TransactionSearch,
} from './finance.search.ts';
import { InvoiceDetail, PaymentMethod, TransferLine, WaitingPayment } from './invoices.ts';

const person = z.object({ id: z.int(), name: z.string() });
const line = z.object({ name: z.string(), note: z.optional(z.string()), amount: money });

export const Category = z.enum(
  Object.keys(EXPENSE_CATEGORIES) as [ExpenseCategory, ...ExpenseCategory[]],
  'Informe a categoria',
);

/** Money received or spent, from the ledger. */
export const CashEntry = z.object({
  /** Id of the movimentation, if any, else of the ledger's entry. */
  id: z.int(),
  /** Id of the ledger's entry: a reversal has an entry of its own. */
  entry_id: z.int(),
  date: calendarDate(),
  department: z.enum(['RENT', 'SALE', 'OTHER']),
  type: z.enum(['INPUT', 'OUTPUT']),
  /** Title of the entry. */
  title: z.string(),
  description: z.string(),
  payment_method: z.nullable(PaymentMethod),
  /** Below zero for a reversal. */
  price: money,
  /** Effect on the cash: inputs above zero, outputs below. */
  amount: money,
  user: z.nullable(person),
  property: z.nullable(z.string()),
  proposal_id: z.nullable(z.int()),
  invoice_id: z.nullable(z.int()),
  transfer_id: z.nullable(z.int()),
  /** Number of the receipt or tax document behind a movimentation. */
  doc: z.nullable(z.string()),
  /** What an expense was for. */
  category: z.nullable(Category),
});
export type CashEntry = z.output<typeof CashEntry>;

export const CommissionRow = z.object({
  /** Id of the ledger's entry: an invoice may be received, reversed and received again. */
  id: z.int(),
  invoice_id: z.int(),
  proposal_id: z.int(),
  property_id: z.int(),
  property: z.string(),
  owner: z.nullable(z.string()),
  due_date: calendarDate(),
  pay_day: calendarDate(),
  /** Rent received. */
  price: money,
  percentage: percent,
  /** Administration fee. */
  commission: money,
  /** The agency's share of late charges. */
  late: money,
  /** Other parts of the transfer: extra values, fees of the owner, the owner's share of late charges. */
  extra: money,
  /** To the owners: price − commission + extra. */
  transfer: money,
  /** Lines that add up to `transfer`. */
  lines: z.array(TransferLine),
});
export type CommissionRow = z.output<typeof CommissionRow>;

const Commissions = z.object({
  start: calendarDate(),
  end: calendarDate(),
  /** Administration fees and the agency's share of late charges. */
  sum: money,
  /** Rent received. */
  total: money,
  /** Transferred or due to owners. */
  transfers: money,
  /** Administration fees. */
  commissions: money,
  /** Parts of each of the four totals. */
  lines: z.object({ sum: z.array(line), total: z.array(line), transfers: z.array(line), commissions: z.array(line) }),
  data: z.array(CommissionRow),
  page: z.int(),
  lastPage: z.int(),
  found: z.int(),
});

export const LateRow = z.object({
  /** Id of the invoice. */
  id: z.int(),
  user: z.object({ ...person.shape, phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  proposal: z.object({ id: z.int() }),
  property: z.object({ id: z.int(), address: z.string() }),
  reference: reference(),
  due_date: calendarDate(),
  days: z.int(),
  price: money,
  fees: money,
  fine: money,
  interest: money,
  /** The whole amount to pay today. */
  total: money,
  /** Pix Automático charge of the invoice: failed, or sent, with the day of a retry; null: neither. */
  automatic: z.nullable(z.object({ failed: z.boolean(), on: z.nullable(calendarDate()) })),
  waiting: WaitingPayment,
  /** Debt agreement that was offered for it, or of which it is an instalment; null: none. */
  debt_agreement_id: z.nullable(z.int()),
  /** How far the debt of the contract has gone; null: no notice, listing, protest or action. */
  legal_stage: z.nullable(z.enum(Object.keys(LEGAL_STAGES) as [LegalStage, ...LegalStage[]])),
  /** Public: the page of the invoice, which the tenant opens. */
  url: z.string(),
  /** Text ready to be sent. */
  message: z.object({ subject: z.string(), text: z.string() }),
});
export type LateRow = z.output<typeof LateRow>;

const PERIOD_REVERSED = 'O fim do período vem antes do início';

export const finance = endpoints('finance', {
  resume: {
    method: 'GET',
    path: '/financial/resume',
    access: 'FINANCIAL_VIEW',
    summary: 'Resumo financeiro do período (os últimos 12 meses, se não for dito), com os últimos dez lançamentos',
    query: PeriodSearch,
    response: z.object({
      start: calendarDate(),
      end: calendarDate(),
      grossIncome: money,
      netIncome: money,
      feesIncome: money,
      /** Parts of each card. */
      lines: z.object({ grossIncome: z.array(line), netIncome: z.array(line), feesIncome: z.array(line) }),
      /** Three points a month, or a day where the period lies within one month; those of one type add up to its card. */
      graph: z.array(
        z.object({
          date: z.union([reference(), calendarDate()]),
          value: money,
          type: z.enum(['Renda Bruta', 'Renda Liquida', 'Taxas']),
        }),
      ),
      latest: z.array(CashEntry),
    }),
  },
  commissions: {
    method: 'GET',
    path: '/financial/commissions',
    access: COMMISSION_READERS,
    summary: 'Comissões do mês, ou do período; todas, ou uma página com ?page=',
    query: CommissionSearch,
    response: Commissions,
  },
  filterCommissions: {
    method: 'POST',
    path: '/financial/commissions/filter',
    access: COMMISSION_READERS,
    summary: 'Comissões de um período',
    query: z.object({ page: z.optional(pageNumber) }),
    body: z.object({
      period: z
        .tuple([givenDate('Informe o período'), givenDate('Informe o período')], 'Informe o período')
        .check(z.refine(([start, end]) => start <= end, PERIOD_REVERSED)),
    }),
    response: Commissions,
  },
  exportCommissions: listExport({
    path: '/financial/commissions/export/:format',
    access: COMMISSION_READERS,
    summary: 'Comissões do período em comissoes.csv, ou .xlsx',
    query: PeriodSearch,
  }),
  late: {
    method: 'GET',
    path: '/financial/late',
    access: LATE_READERS,
    summary: 'Inadimplências, com os encargos de hoje; todas, ou uma página com ?page=',
    query: LateSearch,
    response: z.object({
      /** Total owed, charges included. */
      amount: money,
      /** Number of late payments. */
      total: z.int(),
      /** Parts of `amount`: rents and fees, fines, interest. */
      lines: z.array(line),
      /** Late payments by age, the youngest first. */
      ages: z.array(z.object({ name: z.string(), payments: z.int(), amount: money })),
      lates: z.array(LateRow),
      page: z.int(),
      lastPage: z.int(),
      /** Rows of this search, over all pages. */
      found: z.int(),
    }),
  },
  exportLate: listExport({
    path: '/financial/late/export/:format',
    access: LATE_READERS,
    summary: 'Inadimplências que a busca encontra, com os encargos de hoje, em planilha',
    query: LateSearch,
  }),
  settleLate: {
    method: 'PATCH',
    path: '/financial/shall/:id/manual',
    access: 'FINANCIAL_SHALL_UPDATE',
    summary: 'Baixa manual de uma fatura atrasada, com os encargos de hoje',
    changes: SETTLEMENT,
    params: idParams,
    response: InvoiceDetail,
    versioned: true,
    idempotent: true,
  },
  transactions: {
    method: 'GET',
    path: '/financial/transactions',
    access: 'FINANCIAL_VIEW',
    summary: 'Transações: os lançamentos de caixa do período (o mês corrente, se não for dito), por página',
    query: TransactionSearch,
    response: z.object({
      start: calendarDate(),
      end: calendarDate(),
      data: z.array(CashEntry),
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
      inputs: money,
      outputs: money,
      balance: money,
      /** Parts of each total, by kind of entry. */
      lines: z.object({ inputs: z.array(line), outputs: z.array(line), balance: z.array(line) }),
    }),
  },
  exportTransactions: listExport({
    path: '/financial/transactions/export/:format',
    access: 'FINANCIAL_VIEW',
    summary: 'Transações do período, em planilha',
    query: TransactionSearch,
  }),
});

export const financeProblems = problems({
  NOT_LATE: [409, 'Esta fatura ainda não venceu.'],
});
