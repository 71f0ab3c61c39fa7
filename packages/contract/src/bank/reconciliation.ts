import { EXPLANATION_NAMES, type ExplanationKind } from '@morada/domain/bank/reconciliation/explain';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  calendarDate,
  givenDate,
  id,
  idParams,
  instant,
  money,
  optionalText,
  page,
  pageNumber,
  positiveMoney,
  recordId,
  reference,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { MonthOfAccount, MovementSearch, MovementState, RECONCILIATION_READERS } from './reconciliation.search.ts';
import { StatementAccount, StatementFeed } from './reconciliation-tasks.ts';

export const STATEMENT_UPLOAD = { maxBytes: 10_000_000, accept: '.ofx,.txt' } as const;

const Kind = z.enum(Object.keys(EXPLANATION_NAMES) as [ExplanationKind, ...ExplanationKind[]]);

/** A ledger entry, by its effect on the cash. */
export const CashLine = z.object({
  id: z.int(),
  day: calendarDate(),
  description: z.string(),
  /** Tenant or payee. */
  person: z.nullable(z.string()),
  /** Below zero for money paid. */
  amount: money,
  /** Reverses another entry, or was reversed. */
  is_reversed: z.boolean(),
});
export type CashLine = z.output<typeof CashLine>;

const OtherMovement = z.object({ id: z.int(), day: calendarDate(), account: z.string(), memo: z.string() });

const Candidate = z.object({
  kind: Kind,
  entries: z.array(CashLine),
  /** Fee kept by the bank: recorded as an expense with the explanation. */
  fee: money,
  other: z.nullable(OtherMovement),
});

export const BankMovement = z.object({
  id: z.int(),
  day: calendarDate(),
  memo: z.string(),
  /** Below zero for money sent. */
  amount: money,
  state: MovementState,
  explanation: z.nullable(
    z.object({
      id: z.int(),
      kind: Kind,
      reason: z.nullable(z.string()),
      is_automatic: z.boolean(),
      by: z.nullable(z.string()),
      at: instant,
      entries: z.array(CashLine),
      other: z.nullable(OtherMovement),
    }),
  ),
  /** What an unexplained movement may be, the nearest day first. */
  candidates: z.array(Candidate),
  /** The movement is a charge for the bank's services. */
  is_fee: z.boolean(),
});
export type BankMovement = z.output<typeof BankMovement>;

export const ReconciliationMonth = z.object({
  month: reference(),
  accounts: z.array(StatementAccount),
  /** Null before the first statement. */
  account: z.nullable(StatementAccount),
  /** Balances of the bank; null where no statement states one. */
  opening: z.nullable(money),
  inputs: money,
  outputs: money,
  closing: z.nullable(money),
  /** By the ledger, at the end of the month. */
  ledger: z.nullable(money),
  /** Bank less ledger, at the end of the month: the sum of the next four, the last one subtracted. */
  difference: money,
  open_movements: money,
  marked: money,
  in_transit: money,
  open_entries: money,
  /** Unexplained up to the end of the month. */
  open_count: z.int(),
  entry_count: z.int(),
  /** First day read. */
  since: z.nullable(calendarDate()),
  /** Last day read. */
  until: z.nullable(calendarDate()),
  /** Stretches where the movements read don't add up to the balances that the bank states. */
  gaps: z.array(z.object({ from: calendarDate(), until: calendarDate(), expected: money, stated: money })),
});
export type ReconciliationMonth = z.output<typeof ReconciliationMonth>;

export const StatementImport = z.object({
  id: z.int(),
  name: z.string(),
  from_day: calendarDate(),
  until_day: calendarDate(),
  balance: z.nullable(money),
  balance_on: z.nullable(calendarDate()),
  movements: z.int(),
  /** Not in an earlier file. */
  added: z.int(),
  by: z.nullable(z.string()),
  /** Read through the bank's API instead of a file. */
  by_call: z.boolean(),
  created_at: instant,
});
export type StatementImport = z.output<typeof StatementImport>;

const EDIT = 'RECONCILIATION_EDIT';
const DESCRIPTION = 'Informe a descrição';
const ENTRIES = 'Escolha os lançamentos';

/** Ledger entries without a movement: open ones, or those set aside because they didn't go through the bank. */
export const OpenEntrySearch = z.extend(MonthOfAccount, {
  page: z.optional(pageNumber),
  state: z.catch(z.optional(z.enum(['OPEN', 'OFF_BANK'])), undefined),
});

export const reconciliation = endpoints('reconciliation', {
  show: {
    method: 'GET',
    path: '/reconciliation',
    access: RECONCILIATION_READERS,
    summary: 'Conciliação de uma conta no mês: saldos do banco e do razão, e a diferença',
    query: MonthOfAccount,
    response: ReconciliationMonth,
  },
  movements: {
    method: 'GET',
    path: '/reconciliation/movement',
    access: RECONCILIATION_READERS,
    summary: 'Movimentos do banco, por página; os sem identificação trazem o que podem ser',
    query: MovementSearch,
    response: page(BankMovement),
  },
  exportMovements: listExport({
    path: '/reconciliation/movement/export/:format',
    access: RECONCILIATION_READERS,
    summary: 'Movimentos do banco e o que explica cada um, em planilha',
    query: MovementSearch,
  }),
  entries: {
    method: 'GET',
    path: '/reconciliation/entry',
    access: RECONCILIATION_READERS,
    summary: 'Lançamentos do razão sem movimento do banco, por página',
    query: OpenEntrySearch,
    response: page(z.extend(CashLine, { set_aside: z.nullable(z.object({ id: z.int(), reason: z.string() })) })),
  },
  choices: {
    method: 'GET',
    path: '/reconciliation/movement/:id/choice',
    access: RECONCILIATION_READERS,
    summary: 'Lançamentos sem movimento perto do dia de um movimento, para escolher',
    params: idParams,
    response: z.array(CashLine),
  },
  imports: {
    method: 'GET',
    path: '/reconciliation/statement',
    access: RECONCILIATION_READERS,
    summary: 'Extratos importados de uma conta, o mais novo primeiro',
    query: z.pick(MonthOfAccount, { account: true }),
    response: z.array(StatementImport),
  },
  import: {
    method: 'POST',
    path: '/reconciliation/statement',
    access: EDIT,
    summary: 'Importar um extrato OFX e conciliar o que é certo; add=1 aceita uma conta nova',
    query: z.object({ add: z.catch(z.optional(z.string()), undefined) }),
    upload: STATEMENT_UPLOAD,
    response: z.object({
      account: StatementAccount,
      movements: z.int(),
      added: z.int(),
      explained: z.int(),
      /** Lines whose day or amount could not be read. */
      unread: z.int(),
      /** Last day read. */
      until: calendarDate(),
    }),
  },
  feeds: {
    method: 'GET',
    path: '/reconciliation/feed',
    access: RECONCILIATION_READERS,
    summary: 'Contas cujo extrato é lido do banco, até quando, e desde quando falha',
    response: z.array(StatementFeed),
  },
  fetch: {
    method: 'POST',
    path: '/reconciliation/feed/:id',
    access: EDIT,
    summary: 'Ler agora o extrato de uma conta no banco e conciliar o que é certo',
    params: idParams,
    response: z.object({
      movements: z.int(),
      added: z.int(),
      explained: z.int(),
      /** Movements whose day, amount or direction the bank left out. */
      unread: z.int(),
      account_id: z.int(),
      until: calendarDate(),
    }),
  },
  match: {
    method: 'POST',
    path: '/reconciliation/match',
    access: EDIT,
    summary: 'Conciliar de novo os movimentos cuja identificação é certa, também os que foram desfeitos',
    response: z.object({ explained: z.int() }),
  },
  setMain: {
    method: 'PUT',
    path: '/reconciliation/account/:id/main',
    access: EDIT,
    summary: 'Tornar principal uma conta: nela se esperam os lançamentos sem movimento',
    params: idParams,
  },
  setBegin: {
    method: 'PUT',
    path: '/reconciliation/account/:id/begin',
    access: EDIT,
    summary:
      'Conciliar uma conta a partir de um dia: o que é anterior deixa de ser esperado; sem dia, desde o primeiro extrato',
    params: idParams,
    body: z.object({ begins_on: z.nullable(givenDate('Informe a data')) }),
  },
  explain: {
    method: 'POST',
    path: '/reconciliation/movement/:id/explain',
    access: EDIT,
    summary:
      'Identificar um movimento por lançamentos que somam o seu valor, ou pelo movimento oposto de outra conta. Uma tarifa descontada é lançada como despesa',
    changes: ['finance'],
    params: idParams,
    body: z.object({
      kind: z.enum(['BANK_FILE', 'PIX', 'PAYMENT', 'ENTRY', 'OWN_TRANSFER', 'CHOSEN']),
      entries: z.array(recordId(ENTRIES)).check(z.maxLength(5_000, ENTRIES)),
      other_id: z.optional(recordId()),
      fee: z.optional(positiveMoney('Informe a tarifa')),
    }),
    response: z.object({ id: z.int() }),
  },
  record: {
    method: 'POST',
    path: '/reconciliation/movement/:id/record',
    access: { all: [EDIT, 'FINANCIAL_MOVIMENTATION_CREATE'] },
    summary: 'Lançar um movimento no caixa, com o dia e o valor do banco',
    changes: ['finance'],
    params: idParams,
    body: z.object({
      description: text(DESCRIPTION),
      subtype: z.enum(['SALE', 'OTHER'], 'Informe se é venda ou outra'),
      doc: optionalText(60),
    }),
    response: z.object({ id: z.int() }),
  },
  mark: {
    method: 'POST',
    path: '/reconciliation/movement/:id/mark',
    access: EDIT,
    summary: 'Identificar um movimento por um motivo, sem lançamento',
    params: idParams,
    body: z.object({ reason: text('Informe o motivo') }),
    response: z.object({ id: z.int() }),
  },
  markEntry: {
    method: 'POST',
    path: '/reconciliation/entry/:id/mark',
    access: EDIT,
    summary: 'Marcar que um lançamento não passou pela conta, com o motivo',
    params: idParams,
    body: z.object({ reason: text('Informe o motivo') }),
    response: z.object({ id: z.int() }),
  },
  undo: {
    method: 'DELETE',
    path: '/reconciliation/explanation/:id',
    access: EDIT,
    summary: 'Desfazer uma identificação: o movimento e os lançamentos voltam a ficar sem identificação',
    params: z.object({ id }),
  },
});

export const reconciliationProblems = problems({
  STATEMENT_UNREADABLE: [422, 'Não conseguimos ler este arquivo', 'file'],
  STATEMENT_ACCOUNT_NEW: [409, 'Este extrato é de uma conta que ainda não está na conciliação.'],
  STATEMENT_ACCOUNT_NOT_FOUND: [404, 'Não encontramos esta conta.'],
  BEGIN_IN_FUTURE: [422, 'A data não pode ser futura', 'begins_on'],
  STATEMENT_NOT_READ: [503, 'O banco não deu o extrato.'],
  MOVEMENT_NOT_FOUND: [404, 'Não encontramos este movimento.'],
  MOVEMENT_EXPLAINED: [409, 'Este movimento já foi explicado. Atualize a página.'],
  ENTRY_EXPLAINED: [409, 'Um destes lançamentos já explica outro movimento. Atualize a página.'],
  ENTRY_NOT_FOUND: [404, 'Não encontramos este lançamento no caixa.'],
  ENTRIES_DIFFER: [422, 'Os lançamentos não somam o valor do movimento', 'entries'],
  OTHER_DIFFERS: [
    422,
    'Uma transferência entre contas tem dois valores opostos, não entra antes de sair e não é tarifa. Confira os movimentos.',
    'other_id',
  ],
  FEE_PERMISSION: [403, 'Para lançar a tarifa é preciso poder cadastrar movimentações.'],
  MOVEMENT_IN_FUTURE: [422, 'O dia do movimento ainda não chegou: lance-o no dia'],
  EXPLANATION_NOT_FOUND: [404, 'Não encontramos esta conciliação.'],
  EXPLANATION_UNDONE: [409, 'Esta conciliação já foi desfeita.'],
});
