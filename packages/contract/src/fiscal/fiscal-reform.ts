import { LEASE_PURPOSES, type LeasePurpose, SIGNATURES, type Signature } from '@morada/domain/fiscal/reform';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  givenDate,
  id,
  idParams,
  money,
  nonNegativeMoney,
  optionalText,
  page,
  percent,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS, FiscalYearSearch, fiscalYear } from './fiscal.search.ts';
import { ReformSearch, ReformStateCode } from './fiscal-reform.search.ts';

const leases = { income: money, properties: z.int() };

export const ReformRow = z.object({
  /** The client's id. */
  id: z.int(),
  name: z.string(),
  document: z.string(),
  /** Income through the agency in the year, by the owner's shares. */
  ...leases,
  declared: z.nullable(z.object({ ...leases, declared_on: calendarDate() })),
  /** Including declared income and properties. */
  total: z.object(leases),
  state: ReformStateCode,
  reason: z.string(),
  /** The owner is near or above the limit and has made no declaration in this state. */
  to_ask: z.boolean(),
});
export type ReformRow = z.output<typeof ReformRow>;

const count = z.int();

export const ReformYear = z.object({
  year: z.int(),
  /** Years with limits, the newest first. */
  years: z.array(z.int()),
  owners: z.object({ SAFE: count, NEAR: count, NEXT_YEAR: count, NOW: count }),
  to_ask: count,
  limits: z.object({ income_limit: money, properties: z.int(), near: money, excess: money }),
  source: z.string(),
});
export type ReformYear = z.output<typeof ReformYear>;

const SignatureCode = z.enum(Object.keys(SIGNATURES) as [Signature, ...Signature[]], 'Informe como foi assinado');
const Purpose = z.enum(Object.keys(LEASE_PURPOSES) as [LeasePurpose, ...LeasePurpose[]], 'Informe a finalidade');

/** A month of a lease by the rates of a period: the owner's part of each amount. */
const LeaseMonth = z.object({
  period: z.int(),
  service: money,
  discount: money,
  fees: money,
  reducer: money,
  base: money,
  ibs_rate: percent,
  ibs: money,
  cbs_rate: percent,
  cbs: money,
  /** By the fixed rate, while the contract's option lasts. */
  fixed: z.nullable(money),
});

export const ReformLease = z.object({
  /** The contract's id. */
  id: z.int(),
  property: z.string(),
  tenant: z.string(),
  purpose: Purpose,
  share: percent,
  ends_on: calendarDate(),
  option: z.nullable(
    z.object({
      signed_on: calendarDate(),
      signature: SignatureCode,
      purpose: Purpose,
      registered_on: z.nullable(calendarDate()),
      ends_on: calendarDate(),
      proof: z.nullable(z.string()),
      /** Null: by today's table the conditions are not met. */
      until: z.nullable(calendarDate()),
      reason: z.string(),
    }),
  ),
  months: z.array(LeaseMonth),
});
export type ReformLease = z.output<typeof ReformLease>;

export const ReformOwner = z.extend(ReformRow, {
  year: z.int(),
  leases: z.array(ReformLease),
  /** Periods of the rates that `months` are calculated with; `id` is their `period`. */
  periods: z.array(
    z.object({
      id: z.int(),
      valid_from: calendarDate(),
      source: z.string(),
      /** In the test year the taxes are shown on the note, and not paid. */
      collected: z.boolean(),
      /** False: an estimate. */
      official: z.boolean(),
      lease_reduction: percent,
      social_reducer: money,
    }),
  ),
  /** Conditions of the fixed rate by today's table; null: there is none. */
  fixed_rate: z.nullable(
    z.object({
      rate: percent,
      signed_until: calendarDate(),
      registered_until: calendarDate(),
      residential_until: calendarDate(),
    }),
  ),
});
export type ReformOwner = z.output<typeof ReformOwner>;

const declarationParams = z.object({ id, year: fiscalYear as unknown as z.ZodMiniType<number, number> });
const PROPERTIES = 'Informe o número de imóveis';

export const reform = endpoints('fiscal', {
  year: {
    method: 'GET',
    path: '/fiscal/reform/year',
    access: FISCAL_READERS,
    summary: 'Radar da reforma (IBS/CBS): proprietários de um ano por situação, e os limites',
    query: FiscalYearSearch,
    response: ReformYear,
  },
  list: {
    method: 'GET',
    path: '/fiscal/reform',
    access: FISCAL_READERS,
    summary: 'Proprietários pessoa física com aluguéis no ano e a sua situação na reforma, por página',
    query: ReformSearch,
    response: page(ReformRow),
  },
  export: listExport({
    path: '/fiscal/reform/export/:format',
    access: FISCAL_READERS,
    summary: 'Radar da reforma, em planilha',
    query: ReformSearch,
  }),
  show: {
    method: 'GET',
    path: '/fiscal/reform/:id',
    access: FISCAL_READERS,
    summary: 'Situação de um proprietário na reforma, com a conta do mês de cada contrato',
    params: idParams,
    query: FiscalYearSearch,
    response: ReformOwner,
  },
  declare: {
    method: 'PUT',
    path: '/fiscal/reform/:id/declaration/:year',
    access: 'FISCAL_EDIT',
    summary: 'Registrar o que um proprietário declara receber de aluguéis fora da imobiliária em um ano',
    params: declarationParams,
    body: z.object({
      income: nonNegativeMoney('Informe os aluguéis do ano'),
      properties: z.int(PROPERTIES).check(z.gte(0, PROPERTIES), z.lte(9_999, PROPERTIES)),
      declared_on: givenDate('Informe o dia da declaração'),
    }),
  },
  removeDeclaration: {
    method: 'DELETE',
    path: '/fiscal/reform/:id/declaration/:year',
    access: 'FISCAL_EDIT',
    summary: 'Remover a declaração de um proprietário em um ano',
    params: declarationParams,
  },
  opt: {
    method: 'PUT',
    path: '/fiscal/reform/contract/:id/option',
    access: 'FISCAL_EDIT',
    summary:
      'Registrar a opção de um contrato pela alíquota fixa sobre a receita bruta; recusada sem as condições da lei',
    // The contract's history shows the option.
    changes: ['contracts'],
    params: idParams,
    body: z.object({
      signed_on: givenDate('Informe o dia da assinatura'),
      signature: SignatureCode,
      purpose: Purpose,
      registered_on: blank(givenDate('Informe o dia do registro')),
      ends_on: givenDate('Informe o fim do prazo original'),
      /** Where the proof of the conditions is kept. */
      proof: optionalText(200),
    }),
  },
  removeOption: {
    method: 'DELETE',
    path: '/fiscal/reform/contract/:id/option',
    access: 'FISCAL_EDIT',
    summary: 'Remover a opção de um contrato pela alíquota fixa',
    changes: ['contracts'],
    params: idParams,
  },
});

export const reformProblems = problems({
  REFORM_OWNER_NOT_FOUND: [404, 'Não encontramos esse proprietário pessoa física'],
  REFORM_CONTRACT_NOT_FOUND: [404, 'Não encontramos esse contrato de locação em andamento'],
  NO_REFORM_TABLE: [409, 'Não há limites da reforma para este ano.'],
  DECLARATION_DAY: [422, 'Informe um dia do ano declarado em diante, até hoje', 'declared_on'],
  DECLARATION_NOT_FOUND: [404, 'Não há declaração deste proprietário neste ano'],
  OPTION_REFUSED: [422, 'Este contrato não atende às condições da opção'],
  OPTION_NOT_FOUND: [404, 'Este contrato não tem a opção registrada'],
});
