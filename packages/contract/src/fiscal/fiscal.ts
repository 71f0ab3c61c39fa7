import { DIMOB_SITUATIONS, type DimobSituation } from '@morada/domain/fiscal/dimob';
import { RECEIPT } from '@morada/domain/fiscal/dimob-problems';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { blank, calendarDate, givenDate, id, idParams, instant, money, page, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { DimobSearch, FISCAL_READERS, FiscalYearSearch, fiscalYear } from './fiscal.search.ts';

/** A fault that DIMOB's program would refuse or question, with the record to correct. */
export const DimobFinding = z.object({
  kind: z.enum(['BLOCKING', 'WARNING']),
  subject: z.enum(['AGENCY', 'PERSON', 'PROPERTY', 'CONTRACT', 'SALE']),
  /** Id of the record; null: the agency's own data. */
  id: z.nullable(z.int()),
  message: z.string(),
});
export type DimobFinding = z.output<typeof DimobFinding>;

const figures = { rent: money, fee: money, tax: money };

export const FiscalFile = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Receipt number of the file that this one rectifies. */
  rectifies: z.nullable(z.string()),
  /** Receipt number that the tax office gave it. */
  receipt: z.nullable(z.string()),
  rents: z.int(),
  sales: z.int(),
  total: money,
  by: z.nullable(z.string()),
  created_at: instant,
});
export type FiscalFile = z.output<typeof FiscalFile>;

export const FiscalYear = z.object({
  year: z.int(),
  /** Last day to hand DIMOB in. */
  due: z.nullable(calendarDate()),
  /** Twelve months, by the tenants' days of payment: rent and all that counts as rent, agency's fees, withheld tax. */
  months: z.array(z.object({ month: reference(), ...figures })),
  total: z.object(figures),
  /** Whether fees passed on to the owners, such as IPTU, are in the rent. */
  with_obligations: z.boolean(),
  owners: z.int(),
  tenants: z.int(),
  contracts: z.int(),
  sales: z.int(),
  blocking: z.array(DimobFinding),
  warnings: z.array(DimobFinding),
  /** Total counts; the lists hold only the first ones. */
  blocking_total: z.int(),
  warnings_total: z.int(),
  files: z.array(FiscalFile),
});
export type FiscalYear = z.output<typeof FiscalYear>;

export const DimobLine = z.object({
  /** Owner, contract and tenant: `12-34-56`. */
  id: z.string(),
  owner: z.object({ id: z.int(), name: z.string() }),
  tenant: z.object({ id: z.int(), name: z.string() }),
  proposal_id: z.int(),
  property: z.string(),
  ...figures,
  months: z.array(z.object(figures)),
});
export type DimobLine = z.output<typeof DimobLine>;

const Receipt = z.pipe(
  z.string('Informe o número do recibo').check(z.trim()),
  z.string().check(z.regex(RECEIPT, 'O número do recibo tem 10 algarismos: copie-o inteiro, com os zeros da frente')),
);

export const Situation = z.enum(Object.keys(DIMOB_SITUATIONS) as [DimobSituation, ...DimobSituation[]]);

export const fiscal = endpoints('fiscal', {
  year: {
    method: 'GET',
    path: '/fiscal/year',
    access: FISCAL_READERS,
    summary: 'Ano fiscal: totais por mês, o que impede a DIMOB, prazo e arquivos gerados',
    query: FiscalYearSearch,
    response: FiscalYear,
  },
  lines: {
    method: 'GET',
    path: '/fiscal/dimob',
    access: FISCAL_READERS,
    summary: 'Linhas da DIMOB de um ano, por proprietário e contrato, com os 12 meses',
    query: DimobSearch,
    response: page(DimobLine),
  },
  exportLines: listExport({
    path: '/fiscal/dimob/export/:format',
    access: FISCAL_READERS,
    summary: 'Linhas da DIMOB de um ano com os 12 meses, em planilha',
    query: DimobSearch,
  }),
  create: {
    method: 'POST',
    path: '/fiscal/dimob',
    access: 'FISCAL_EDIT',
    summary: 'Gerar o arquivo da DIMOB de um ano; recusado enquanto algo impedir',
    body: z.object({
      year: fiscalYear,
      /** Receipt number of the file to rectify. */
      rectifies: blank(Receipt),
      /** Extinction, merger and the like, with its day; absent: none. */
      situation: blank(Situation),
      situation_date: blank(givenDate('Informe o dia do evento')),
    }),
    response: FiscalFile,
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/fiscal/file/:id',
    access: FISCAL_READERS,
    summary: 'Baixar um arquivo da DIMOB já gerado',
    params: idParams,
    file: 'application/octet-stream',
  },
  receipt: {
    method: 'PATCH',
    path: '/fiscal/file/:id/receipt',
    access: 'FISCAL_EDIT',
    summary: 'Registrar o número do recibo que a Receita deu a um arquivo',
    params: z.object({ id }),
    body: z.object({ receipt: Receipt }),
    response: FiscalFile,
  },
});

export const fiscalProblems = problems({
  FISCAL_FILE_NOT_FOUND: [404, 'Não encontramos este arquivo.'],
  DIMOB_BLOCKED: [422, 'A DIMOB não pode ser gerada: há pendências que a Receita recusaria.'],
  DIMOB_EMPTY: [422, 'Não há aluguéis recebidos nem vendas neste ano: não há DIMOB a entregar', 'year'],
  DIMOB_FUTURE: [422, 'Este ano ainda não começou', 'year'],
  SITUATION_DATE: [422, 'Informe o dia do evento, dentro do ano', 'situation_date'],
});
