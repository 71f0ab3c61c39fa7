import { ACCOUNTS, chartProblems, MONEY_HOLDERS, type MoneyHolder } from '@morada/domain/fiscal/accounting';
import type { LedgerAccount } from '@morada/domain/ledger/ledger';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, clearable, idParams, instant, money, page, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { AccountingSearch } from './fiscal.search.ts';

const Account = z.enum(ACCOUNTS);

const CODE = 'Use até 20 letras, números, pontos ou traços';
/** As the accountant's program has it: `504`, or `3.1.01.001`. */
const code = clearable(z.string().check(z.trim(), z.regex(/^[\w.-]{1,20}$/, CODE)));

const byAccount = <T extends z.ZodMiniType>(schema: T) =>
  z.object(Object.fromEntries(ACCOUNTS.map((account) => [account, schema])) as Record<LedgerAccount, T>);

/** Codes of the accountant's program; an account without one is not mapped. */
export const ChartChange = z
  .object({ company_code: code, branch_code: code, history_code: code, accounts: byAccount(code) })
  .check(({ value: { accounts }, issues }) => {
    for (const { account, message } of chartProblems(accounts))
      issues.push({ code: 'custom', message, input: accounts[account], path: ['accounts', account] });
  });

const shown = z.nullable(z.string());

export const Chart = z.object({
  ...{ company_code: shown, branch_code: shown, history_code: shown },
  accounts: byAccount(shown),
});
export type Chart = z.output<typeof Chart>;

const Line = z.object({
  account: Account,
  /** Null: not mapped. */
  code: z.nullable(z.string()),
  /** Name in the ledger. */
  name: z.string(),
  debit: money,
  credit: money,
});

export const AccountingTotal = z.extend(Line, {
  of: z.enum(Object.keys(MONEY_HOLDERS) as [MoneyHolder, ...MoneyHolder[]]),
});
export type AccountingTotal = z.output<typeof AccountingTotal>;

export const AccountingEntry = z.object({
  /** Id of the ledger's entry. */
  id: z.int(),
  day: calendarDate(),
  history: z.string(),
  /** `Fatura 12`, or the document of a cash movement. */
  document: z.nullable(z.string()),
  /** Debits before credits; both sides add up to the same. */
  lines: z.array(z.extend(Line, { person: z.nullable(z.string()) })),
});
export type AccountingEntry = z.output<typeof AccountingEntry>;

const Format = z.enum(['DOMINIO', 'CSV'], 'Escolha Domínio ou CSV');
export type AccountingFormat = z.output<typeof Format>;

export const AccountingFile = z.object({
  id: z.int(),
  name: z.string(),
  format: Format,
  bytes: z.int(),
  sha256: z.string(),
  entries: z.int(),
  /** Sum of the debits, and of the credits. */
  total: money,
  /** False: entries came into the month after the file was made. */
  is_current: z.boolean(),
  by: z.nullable(z.string()),
  created_at: instant,
});
export type AccountingFile = z.output<typeof AccountingFile>;

export const AccountingMonth = z.object({
  month: reference(),
  entries: z.int(),
  debit: money,
  credit: money,
  /** Accounts with postings in the month. */
  accounts: z.array(AccountingTotal),
  /** Accounts among them without a code: no file is made until each has one. */
  unmapped: z.array(Account),
  /** The file for Domínio begins with it. */
  has_cnpj: z.boolean(),
  files: z.array(AccountingFile),
});
export type AccountingMonth = z.output<typeof AccountingMonth>;

export const accounting = endpoints('fiscal', {
  month: {
    method: 'GET',
    path: '/fiscal/accounting',
    access: 'FISCAL_VIEW',
    summary: 'Contabilidade do mês: totais por conta, contas sem código do contador e arquivos gerados',
    query: z.pick(AccountingSearch, { month: true }),
    response: AccountingMonth,
  },
  entries: {
    method: 'GET',
    path: '/fiscal/accounting/entries',
    access: 'FISCAL_VIEW',
    summary: 'Lançamentos do mês em partidas dobradas, por página',
    query: AccountingSearch,
    response: page(AccountingEntry),
  },
  chart: {
    method: 'GET',
    path: '/fiscal/accounting/chart',
    access: 'FISCAL_VIEW',
    summary: 'Plano de contas do contador',
    response: Chart,
    versioned: true,
  },
  setChart: {
    method: 'PUT',
    path: '/fiscal/accounting/chart',
    access: 'FISCAL_EDIT',
    summary: 'Trocar o plano de contas do contador',
    body: ChartChange,
    response: Chart,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/fiscal/accounting',
    access: 'FISCAL_EDIT',
    summary: 'Gerar o arquivo do mês para o contador; recusado enquanto faltar a conta de algum lançamento',
    body: z.object({ month: reference(), format: Format }),
    response: AccountingFile,
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/fiscal/accounting/file/:id',
    access: 'FISCAL_VIEW',
    summary: 'Baixar um arquivo do contador já gerado',
    params: idParams,
    file: 'application/octet-stream',
  },
});

export const accountingProblems = problems({
  ACCOUNTING_UNMAPPED: [422, 'Faltam contas no plano de contas.'],
  ACCOUNTING_CNPJ: [422, 'O arquivo do Domínio começa pelo CNPJ: informe-o em Configurações › Imobiliária.'],
  ACCOUNTING_EMPTY: [422, 'Não há lançamentos neste mês', 'month'],
  ACCOUNTING_FUTURE: [422, 'Este mês ainda não começou', 'month'],
});
