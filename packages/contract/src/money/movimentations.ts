import { REPEATS, type Repeats } from '@morada/domain/ledger/expense';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  givenDate,
  idParams,
  money,
  optionalText,
  page,
  positiveMoney,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { CashEntry, Category } from './finance.ts';
import {
  MOVIMENTATION_READERS,
  MovimentationKind,
  MovimentationSearch,
  PlannedSearch,
} from './movimentations.search.ts';

const line = z.object({ name: z.string(), amount: money });

const INCOMPLETE = 'Informe a descrição e preço';

export const MovimentationCreate = z.object({
  description: text(INCOMPLETE),
  price: positiveMoney(INCOMPLETE),
  type: z.enum(['INPUT', 'OUTPUT'], 'Informe o tipo'),
  subtype: z.enum(['SALE', 'OTHER'], 'Informe se é venda ou outra'),
  /** Today unless given. */
  date: blank(givenDate('Informe a data')),
  /** Number of the receipt or tax document behind it. */
  doc: optionalText(60),
  /** What an expense is for. */
  category: z.nullish(Category),
  /** Day on which an expense falls due. Without `date` it is planned: it stands among those to be paid. */
  due_date: blank(givenDate('Informe o vencimento')),
  /** How often an expense comes again. */
  repeats: z.nullish(z.enum(Object.keys(REPEATS) as [Repeats, ...Repeats[]], 'Informe se ela se repete')),
});

export const Movimentation = z.object({
  id: z.int(),
  description: z.string(),
  type: z.enum(['INPUT', 'OUTPUT']),
  price: money,
  subtype: z.enum(['SALE', 'OTHER']),
  date: calendarDate(),
  doc: z.nullable(z.string()),
  category: z.nullable(Category),
  /** To be paid: it is not in the cash yet, and `date` is the day on which it falls due. */
  planned: z.boolean(),
  due_date: z.nullable(calendarDate()),
  repeats: z.nullable(z.enum(Object.keys(REPEATS) as [Repeats, ...Repeats[]])),
  /** Effect on the cash: inputs above zero, outputs below. */
  amount: money,
  version: z.int(),
});
export type Movimentation = z.output<typeof Movimentation>;

export const MovimentationRow = z.object({
  ...CashEntry.shape,
  /** Null: an entry of a rent, made by an invoice or a transfer. */
  subtype: z.nullable(z.enum(['SALE', 'OTHER'])),
  doc: z.nullable(z.string()),
  /** For `If-Match`; null where there is nothing to change. */
  version: z.nullable(z.int()),
});

export const movimentations = endpoints('finance', {
  list: {
    method: 'GET',
    path: '/movimentation/:kind',
    access: MOVIMENTATION_READERS,
    summary: 'Caixa: entradas e saídas de aluguéis, vendas ou despesas, por página',
    params: z.object({ kind: MovimentationKind }),
    query: MovimentationSearch,
    response: z.object({
      startDate: calendarDate(),
      endDate: calendarDate(),
      data: z.array(MovimentationRow),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      /** Inputs of the period. */
      invoices: money,
      /** Outputs of the period. */
      transfers: money,
      balance: money,
      /** Parts of each card, by kind of entry. */
      lines: z.object({ invoices: z.array(line), transfers: z.array(line) }),
    }),
  },
  export: listExport({
    path: '/movimentation/export/:format',
    access: MOVIMENTATION_READERS,
    summary: 'Caixa: entradas e saídas do período, em planilha',
    query: z.extend(MovimentationSearch, { kind: MovimentationKind }),
  }),
  planned: {
    method: 'GET',
    path: '/movimentation/planned',
    access: MOVIMENTATION_READERS,
    summary: 'Contas a pagar, da que vence primeiro, por página',
    query: PlannedSearch,
    response: z.extend(page(Movimentation), {
      /** Sum of all. */
      amount: money,
      /** Sums of those that are overdue, and that fall due within seven days. */
      late: money,
      soon: money,
    }),
  },
  settle: {
    method: 'PATCH',
    path: '/movimentation/:id/settle',
    access: 'FINANCIAL_MOVIMENTATION_CREATE',
    summary: 'Marcar uma conta a pagar como paga: ela entra no caixa no dia do pagamento',
    params: idParams,
    body: z.object({
      pay_day: blank(givenDate('Informe a data do pagamento')),
      price: z.optional(positiveMoney(INCOMPLETE)),
    }),
    response: Movimentation,
    versioned: true,
    idempotent: true,
  },
  reopen: {
    method: 'PATCH',
    path: '/movimentation/:id/reopen',
    access: 'FINANCIAL_MOVIMENTATION_CREATE',
    summary: 'Desfazer o pagamento de uma conta: o lançamento é estornado, e ela volta para as contas a pagar',
    params: idParams,
    response: Movimentation,
    versioned: true,
    idempotent: true,
  },
  create: {
    method: 'POST',
    path: '/movimentation',
    access: 'FINANCIAL_MOVIMENTATION_CREATE',
    summary: 'Lançar uma movimentação no caixa',
    body: MovimentationCreate,
    response: Movimentation,
    status: 201,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/movimentation/:id',
    access: 'FINANCIAL_MOVIMENTATION_CREATE',
    summary: 'Corrigir uma movimentação: o lançamento é estornado e feito de novo',
    params: idParams,
    body: z.partial(MovimentationCreate),
    response: Movimentation,
    versioned: true,
    idempotent: true,
  },
  remove: {
    method: 'DELETE',
    path: '/movimentation/:id',
    access: 'FINANCIAL_MOVIMENTATION_CREATE',
    summary: 'Deletar uma movimentação: o lançamento é estornado',
    params: idParams,
    idempotent: true,
  },
});

export const movimentationProblems = problems({
  MOVIMENTATION_NOT_FOUND: [404, 'Não encontramos esta movimentação.'],
  PAY_DAY_IN_FUTURE: [422, 'A data não pode ser futura', 'pay_day'],
  EXPENSE_PAID: [409, 'Esta despesa já foi paga.'],
  EXPENSE_NOT_PAID: [409, 'Esta despesa ainda não foi paga.'],
  EXPENSE_ALONE: [422, 'Só uma despesa tem vencimento, categoria ou repetição', 'type'],
  EXPENSE_UNDUE: [422, 'Informe o vencimento', 'due_date'],
  RENT_MOVIMENTATION: [409, 'Aluguéis vêm das faturas e dos repasses: estorne por lá.'],
  DATE_IN_FUTURE: [422, 'A data não pode ser futura', 'date'],
});
