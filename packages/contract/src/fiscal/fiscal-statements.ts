import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { id, idParams, instant, money, page } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { StatementParty, StatementSearch, statementYear } from './fiscal-statements.search.ts';

export const IncomeStatementRow = z.object({
  /** The client's id. */
  id: z.int(),
  name: z.string(),
  document: z.string(),
  has_email: z.boolean(),
  contracts: z.int(),
  /** Rent received, for an owner, or paid, for a tenant; equal to DIMOB. */
  gross: money,
  fee: money,
  tax: money,
  net: money,
  /** Last notification by e-mail: one a year, also for a person who is both owner and tenant. */
  mailed_at: z.nullable(instant),
});
export type IncomeStatementRow = z.output<typeof IncomeStatementRow>;

const IncomeStatementRun = z.object({
  id: z.int(),
  status: z.enum(['RUNNING', 'DONE', 'FAILED']),
  total: z.int(),
  done: z.int(),
});

const IncomeStatementFile = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.int(),
  owners: z.int(),
  tenants: z.int(),
  by: z.nullable(z.string()),
  created_at: instant,
});

const Totals = z.object({ people: z.int(), gross: money, fee: money, tax: money, net: money });

const Mailing = z.object({
  with_email: z.int(),
  without_email: z.int(),
  /** Those with an e-mail address who were already notified. */
  told: z.int(),
});

export const IncomeStatementYear = z.object({
  year: z.int(),
  /** Years with rents received, the newest first; the chosen one is among them. */
  years: z.array(z.int()),
  owners: Totals,
  tenants: Totals,
  /** Whether this installation can send e-mail. */
  can_mail: z.boolean(),
  mail: z.object({ OWNER: Mailing, TENANT: Mailing }),
  /** The last run that made the file with all statements. */
  run: z.nullable(IncomeStatementRun),
  files: z.array(IncomeStatementFile),
});
export type IncomeStatementYear = z.output<typeof IncomeStatementYear>;

const yearParams = z.object({ year: statementYear });

export const incomeStatements = endpoints('fiscal', {
  year: {
    method: 'GET',
    path: '/fiscal/statements/year',
    access: 'FISCAL_VIEW',
    summary: 'Informes de rendimentos de um ano: totais, e-mails e arquivos',
    query: z.object({ year: z.optional(statementYear) }),
    response: IncomeStatementYear,
  },
  list: {
    method: 'GET',
    path: '/fiscal/statements',
    access: 'FISCAL_VIEW',
    summary: 'Proprietários ou inquilinos com informe de rendimentos no ano, por página',
    query: StatementSearch,
    response: page(IncomeStatementRow),
  },
  pdf: {
    method: 'GET',
    path: '/fiscal/statements/:year/:party/:id/pdf',
    access: 'FISCAL_VIEW',
    summary: 'Informe de rendimentos de um proprietário ou de um inquilino, em PDF',
    params: z.object({ year: statementYear, party: StatementParty, id }),
    file: 'application/pdf',
  },
  pack: {
    method: 'POST',
    path: '/fiscal/statements/:year/file',
    access: 'FISCAL_EDIT',
    summary: 'Reunir os informes de todos os proprietários e inquilinos do ano em um arquivo, em segundo plano',
    params: yearParams,
    response: IncomeStatementRun,
    status: 201,
  },
  download: {
    method: 'GET',
    path: '/fiscal/statements/file/:id',
    access: 'FISCAL_VIEW',
    summary: 'Um arquivo com os informes de todos os proprietários e inquilinos',
    params: idParams,
    file: 'application/zip',
  },
  mail: {
    method: 'POST',
    path: '/fiscal/statements/:year/mail',
    access: 'FISCAL_EDIT',
    summary: 'Avisar os proprietários ou os inquilinos por e-mail que o informe está na área do cliente',
    params: yearParams,
    body: z.object({
      party: z._default(StatementParty, 'OWNER'),
      /** Also notifies those who already were. */
      again: z._default(z.boolean(), false),
    }),
    response: z.object({ sent: z.int() }),
    status: 201,
  },
});

export const incomeStatementProblems = problems({
  STATEMENT_NOT_FOUND: [404, 'Não há informe de rendimentos desta pessoa neste ano.'],
  STATEMENT_FILE_NOT_FOUND: [404, 'Não encontramos este arquivo de informes.'],
  NO_STATEMENTS: [409, 'Nenhum aluguel foi recebido neste ano.'],
  STATEMENTS_GOING: [409, 'O arquivo deste ano já está sendo montado.'],
  STATEMENT_MAIL_OFF: [503, 'O envio de e-mails não está configurado nesta instalação.'],
  STATEMENT_MAIL_NOBODY: [
    409,
    'Nenhum e-mail a enviar: todos com e-mail deste ano já foram avisados, ou ninguém tem e-mail no cadastro.',
  ],
});
