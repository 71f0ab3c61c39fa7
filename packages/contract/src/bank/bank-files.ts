import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  calendarDate,
  id,
  idParams,
  instant,
  money,
  page,
  pageNumber,
  placeNumber,
  prose,
  recordId,
  searchId,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { RestChoice } from '../money/invoices.ts';

export const BANK_FILE_UPLOAD = { maxBytes: 10_000_000, accept: '.pdf,.ret,.crt,.txt,.ofx' } as const;

/** `PIX` and `BOLETO`: payments read from the bank's API, without a file. */
export const BankFileKind = z.enum(['PDF', 'CNAB240', 'CNAB400', 'OFX', 'PIX', 'BOLETO']);
export const BankFileStatus = z.enum(['STAGED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'FAILED']);

/** A line that reports a payment, with its match. */
export const BankLine = z.object({
  /** Line number in the file. */
  line: z.int(),
  /** Number of the title, or the text of a statement, as the bank wrote it. */
  label: z.string(),
  /** Occurrence in the bank's words. */
  occurrence: z.nullable(z.string()),
  amount: z.nullable(money),
  /** Amount as the bank reports it; null when it depends on the invoice and none is found. */
  paid_amount: z.nullable(money),
  paid_on: z.nullable(calendarDate()),
  credited_on: z.nullable(calendarDate()),
  fine_and_interest: money,
  discount: money,
  fee: money,
  /** Matched invoice; null for an unmatched line. */
  found: z.nullable(
    z.object({
      boleto_id: z.nullable(z.int()),
      invoice_id: z.int(),
      user: z.object({ id: z.int(), name: z.string() }),
      property: z.string(),
      due_date: calendarDate(),
      /** Amount owed by our books on the day it was paid: the invoice, fine and interest. */
      expected: money,
      invoice_amount: money,
      /** Owed less paid, when they differ: resolved by a choice, or by the default. */
      rest: money,
      /** The contract issues another invoice. */
      continues: z.boolean(),
      late: z.object({ days: z.int(), fine: money, interest: money }),
      /** Key by which it was found: "nosso número", "linha digitável", "Pix", "valor e vencimento", "escolha". */
      by: z.string(),
      /** Assigned by a user, who may undo it. */
      assigned: z.boolean(),
    }),
  ),
  /** Reasons why it is not settled automatically, in one or more sentences. */
  reason: z.nullable(z.string()),
  /** A user may settle it as the bank reports it. */
  payable: z.boolean(),
});
export type BankLine = z.output<typeof BankLine>;

/** A payment that its file's run did not settle, matched against the current records. */
export const OpenBankLine = z.object({
  ...BankLine.shape,
  id: z.int(),
  file: z.object({ id: z.int(), name: z.string(), kind: BankFileKind, bank: z.nullable(z.string()) }),
  /** Reason why it is open, or can't be settled now. */
  reason: z.string(),
  ignored: z.nullable(z.object({ reason: z.string(), at: instant, by: z.nullable(z.string()) })),
});
export type OpenBankLine = z.output<typeof OpenBankLine>;

const candidate = z.object({
  invoice_id: z.int(),
  user: z.object({ id: z.int(), name: z.string() }),
  property: z.string(),
  due_date: calendarDate(),
  amount: money,
});

export const BankFile = z.object({
  id: z.int(),
  name: z.string(),
  kind: BankFileKind,
  bank: z.nullable(z.string()),
  status: BankFileStatus,
  /** Lines to settle or undo, and the number processed. */
  total: z.int(),
  done: z.int(),
  /** Number of lines settled by this file, and their sum. */
  settled: z.int(),
  amount: money,
  /** Lines of the last run that could not be settled or undone, with the reason. */
  failures: z.array(z.object({ line: z.int(), reason: z.string() })),
  by: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
});
export type BankFile = z.output<typeof BankFile>;

export const BankFilePreview = z.object({
  ...BankFile.shape,
  /** An earlier file, not discarded, has the same content. */
  seen: z.nullable(z.object({ id: z.int(), at: instant, by: z.nullable(z.string()) })),
  /** Will be settled: liquidados. */
  matched: z.array(BankLine),
  /** Found, with a difference: divergentes. */
  divergent: z.array(BankLine),
  /** não localizados. */
  unmatched: z.array(BankLine),
  /** Events other than payments: registered, refused, withdrawn. */
  news: z.array(z.object({ line: z.int(), boleto_id: z.int(), words: z.string(), kind: z.string() })),
  sums: z.object({ matched: money, divergent: money, unmatched: money, fees: money }),
});
export type BankFilePreview = z.output<typeof BankFilePreview>;

/** The specification's `PUT boleto/down`, and the further calls of its dialog. */
export const bankFiles = endpoints('bankFiles', {
  down: {
    method: 'PUT',
    path: '/boleto/down',
    access: 'BOLETO_DOWN',
    summary:
      'Efetuar baixa em segundo plano: relatório de liquidação (PDF), retorno CNAB 240 ou 400, extrato OFX. Diz quantas linhas serão liquidadas; com preview=1 só diz o que faria',
    changes: SETTLEMENT,
    query: z.object({ preview: z.catch(z.optional(z.string()), undefined) }),
    upload: BANK_FILE_UPLOAD,
    response: z.union([BankFilePreview, z.object({ count: z.int() })]),
    idempotent: true,
  },
  list: {
    method: 'GET',
    path: '/boleto/down',
    access: 'BOLETO_DOWN',
    summary: 'Últimos arquivos de banco',
    response: z.array(BankFile),
  },
  open: {
    method: 'GET',
    path: '/boleto/down/open',
    access: 'BOLETO_DOWN',
    summary: 'A resolver: pagamentos de arquivos do banco que não foram liquidados, o mais novo primeiro',
    query: z.object({
      page: z.optional(pageNumber),
      /** Absent: open ones. */
      state: z.catch(z.optional(z.enum(['OPEN', 'IGNORED', 'GIVEN_BACK'])), undefined),
    }),
    response: z.object({
      ...page(OpenBankLine).shape,
      /** Sum of this list, over all pages. */
      amount: money,
      counts: z.object({ open: z.int(), ignored: z.int(), given_back: z.int() }),
    }),
  },
  openLine: {
    method: 'GET',
    path: '/boleto/down/open/:id',
    access: 'BOLETO_DOWN',
    summary: 'Um pagamento a resolver, com as faturas de que pode ser; com invoice_id, como se fosse dessa',
    params: idParams,
    query: z.object({ invoice_id: searchId }),
    response: z.object({ ...OpenBankLine.shape, candidates: z.array(candidate) }),
  },
  settleOpen: {
    method: 'POST',
    path: '/boleto/down/open/:id/settle',
    access: 'BOLETO_DOWN',
    summary: 'Liquidar uma fatura com um pagamento a resolver',
    changes: SETTLEMENT,
    params: idParams,
    body: z.object({ invoice_id: recordId('Escolha a fatura'), rest: z.optional(RestChoice) }),
  },
  ignoreOpen: {
    method: 'POST',
    path: '/boleto/down/open/:id/ignore',
    access: 'BOLETO_DOWN',
    summary: 'Ignorar um pagamento a resolver, com o motivo',
    params: idParams,
    body: z.object({ reason: prose('Informe o motivo', 500) }),
  },
  restoreOpen: {
    method: 'DELETE',
    path: '/boleto/down/open/:id/ignore',
    access: 'BOLETO_DOWN',
    summary: 'Voltar um pagamento ignorado para A resolver',
    params: idParams,
    idempotent: true,
  },
  show: {
    method: 'GET',
    path: '/boleto/down/:id',
    access: 'BOLETO_DOWN',
    summary: 'Um arquivo de banco e o seu andamento',
    params: idParams,
    response: BankFilePreview,
  },
  settle: {
    method: 'POST',
    path: '/boleto/down/:id/settle',
    access: 'BOLETO_DOWN',
    summary: 'Liquidar as linhas encontradas e as divergentes escolhidas; o andamento vem em GET /boleto/down/{id}',
    changes: SETTLEMENT,
    params: idParams,
    body: z.object({
      /** Lines with differences. */
      accept: z.array(z.int()).check(z.maxLength(20_000)),
      /** Choices for differences, by line; a line without one takes the default. */
      rests: z.optional(z.array(z.object({ line: z.int(), ...RestChoice.shape })).check(z.maxLength(20_000))),
    }),
    response: BankFile,
  },
  assign: {
    method: 'PUT',
    path: '/boleto/down/:id/line/:line',
    access: 'BOLETO_DOWN',
    summary: 'Dizer de qual fatura é uma linha não localizada',
    params: z.object({ id, line: placeNumber }),
    body: z.object({ invoice_id: z.nullable(z.int()) }),
    response: BankFilePreview,
  },
  undo: {
    method: 'POST',
    path: '/boleto/down/:id/undo',
    access: 'BOLETO_DOWN',
    summary: 'Estornar tudo o que um arquivo liquidou, menos o que já foi repassado',
    changes: SETTLEMENT,
    params: idParams,
    response: BankFile,
  },
  discard: {
    method: 'DELETE',
    path: '/boleto/down/:id',
    access: 'BOLETO_DOWN',
    summary: 'Descartar um arquivo enviado',
    params: idParams,
  },
});

export const bankFileProblems = problems({
  BANK_FILE_NOT_FOUND: [404, 'Não encontramos este arquivo.'],
  BANK_FILE_UNREADABLE: [422, 'Ocorreu um erro ao tentar processar o retorno dos boletos', 'file'],
  BANK_FILE_STARTED: [409, 'Este arquivo já foi liquidado.'],
  BANK_FILE_NOT_DONE: [409, 'Só dá para desfazer um arquivo liquidado.'],
  BANK_LINE_NOT_PAYABLE: [409, 'Esta linha não pode ser liquidada.'],
  BANK_LINE_NOT_FOUND: [404, 'Não encontramos esta linha no arquivo.'],
  BANK_LINE_FOUND: [409, 'O boleto desta linha já foi encontrado.'],
  OPEN_LINE_NOT_FOUND: [404, 'Não encontramos este pagamento a resolver.'],
  OPEN_LINE_CLOSED: [409, 'Este pagamento já foi resolvido.'],
  OPEN_LINE_GIVEN_BACK: [409, 'O banco devolveu este pagamento ao pagador: ele não paga mais nenhuma fatura.'],
  OPEN_LINE_NOT_IGNORED: [409, 'Este pagamento não está ignorado.'],
  ALREADY_SETTLED_BY_FILE: [409, 'Este pagamento já foi liquidado por outro arquivo.'],
});
