import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, idParams, money, page, percent, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS } from './fiscal.search.ts';
import { LeaseTaxCode, RehearsalSearch } from './fiscal-rehearsal.search.ts';

/** What tenants are charged, what owners keep once their tax is paid, and that tax. */
const figures = { slips: money, net: money, tax: money };

const sides = {
  /** As the books have it. */
  was: z.object({ slips: money, net: money }),
  on_top: z.object(figures),
  included: z.object(figures),
};

export const RehearsalRow = z.object({
  /** The contract's id. */
  id: z.int(),
  tenant: z.string(),
  property: z.string(),
  /** Names of the owners who would pay the tax. */
  payers: z.array(z.string()),
  mode: LeaseTaxCode,
  in_force: z.boolean(),
  ...sides,
});
export type RehearsalRow = z.output<typeof RehearsalRow>;

const rehearsed = {
  rates: z.object({
    cbs: percent,
    ibs: percent,
    /** Typed, or of a table that is not official. */
    estimate: z.boolean(),
    source: z.string(),
  }),
  /** Months of the due dates, both included. */
  from: reference(),
  to: reference(),
};

const Side = z.object({ net: money, base: z.nullable(money), tax: z.nullable(money) });

/** An owner's part of an invoice. */
export const RehearsalLine = z.object({
  invoice_id: z.int(),
  due_date: calendarDate(),
  /** The open balance of another invoice, or an instalment of an agreement: no slip of the month. */
  continued: z.boolean(),
  slip: z.object({ was: money, on_top: money }),
  /** Null: the invoice is not paid. */
  owner: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      was: money,
      /** `base` and `tax` of the owner's note; null where none is issued. */
      on_top: Side,
      included: Side,
    }),
  ),
});
export type RehearsalLine = z.output<typeof RehearsalLine>;

export const Rehearsal = z.extend(page(RehearsalRow), rehearsed);
export type Rehearsal = z.output<typeof Rehearsal>;

/** What no page of the list changes: it is worked out over all contracts found, once for a question. */
export const RehearsalTotals = z.object({
  ...rehearsed,
  /** Of all contracts found. `agreed`: each as its contract says today. */
  totals: z.object({ ...sides, agreed: z.object(figures) }),
  /** Contracts left out, since stays of a few days are taxed by rates that no table has. */
  short_stays: z.int(),
  /** Invoices left out, since they have the tax already. */
  taxed: z.int(),
  /** Payments divided otherwise than the contract's terms say: the difference is added to what the books have. */
  differing: z.int(),
});
export type RehearsalTotals = z.output<typeof RehearsalTotals>;

export const RehearsedContract = z.extend(RehearsalRow, { ...rehearsed, lines: z.array(RehearsalLine) });
export type RehearsedContract = z.output<typeof RehearsedContract>;

export const rehearsal = endpoints('fiscal', {
  list: {
    method: 'GET',
    path: '/fiscal/rehearsal',
    access: FISCAL_READERS,
    summary: 'Ensaio de 2027: os últimos doze meses fechados com IBS e CBS, por fora e incluído, contrato a contrato',
    query: RehearsalSearch,
    response: Rehearsal,
  },
  totals: {
    method: 'GET',
    path: '/fiscal/rehearsal/totals',
    access: FISCAL_READERS,
    summary: 'Ensaio de 2027: as somas de todos os contratos que a busca acha',
    query: z.omit(RehearsalSearch, { page: true }),
    response: RehearsalTotals,
  },
  export: listExport({
    path: '/fiscal/rehearsal/export/:format',
    access: FISCAL_READERS,
    summary: 'Ensaio de 2027, em planilha',
    query: RehearsalSearch,
  }),
  show: {
    method: 'GET',
    path: '/fiscal/rehearsal/:id',
    access: FISCAL_READERS,
    summary: 'Ensaio de 2027 de um contrato: cada boleto, o líquido de cada proprietário e cada nota',
    params: idParams,
    query: RehearsalSearch,
    response: RehearsedContract,
  },
});

export const rehearsalProblems = problems({
  REHEARSAL_NOT_FOUND: [404, 'Não encontramos esse contrato no ensaio'],
});
