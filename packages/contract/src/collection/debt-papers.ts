import {
  DEBT_ACTS,
  DEBTOR_ROLES,
  LEGAL_STAGES,
  NOTICE_WAYS,
  OUTSIDE_ACTS,
} from '@morada/domain/debt-papers/debt-register';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  calendarDate,
  givenDate,
  id,
  idParams,
  instant,
  money,
  optionalProse,
  optionalText,
  page,
  pageNumber,
  partOfWhole,
  percent,
  recordId,
  reference,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { DOCUMENT_UPLOAD } from '../registry/files.ts';
import { DEBT_READERS } from './debt-readers.ts';

const oneOf = <T extends string>(words: Record<T, string>, message?: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], message);

const WRITER = 'COLLECTION_REGISTER';

const Earlier = z.object({ invoice_id: z.int(), owed: money, paid: money, paid_on: calendarDate() });

const DebtRow = z.object({
  invoice_id: z.int(),
  reference: reference(),
  due_date: calendarDate(),
  days: z.int(),
  rent: money,
  charges: money,
  correction: money,
  fine: money,
  interest: money,
  total: money,
  agreement_id: z.nullable(z.int()),
  /** Earlier payment of the invoice whose open balance this one is. */
  earlier: z.nullable(Earlier),
});

const Terms = z.object({
  first_day: z.int(),
  fine: percent,
  /** Interest of 30 days. */
  monthly: percent,
  correction: z.nullable(oneOf(PRICE_INDICES)),
  /** The contract's clause; null: as its invoices charge. */
  clause: z.nullable(z.string()),
});

const DebtStatement = z.object({
  day: calendarDate(),
  terms: Terms,
  rows: z.array(DebtRow),
  totals: z.object({
    rent: money,
    charges: money,
    correction: money,
    fine: money,
    interest: money,
    total: money,
  }),
  /** Months of the index that are not published yet. */
  missing: z.array(reference()),
});

const Attached = z.nullable(z.object({ id: z.int(), name: z.string() }));

const DebtEntry = z.object({
  id: z.int(),
  kind: oneOf(DEBT_ACTS),
  client: z.object({ id: z.int(), name: z.string() }),
  role: oneOf(DEBTOR_ROLES),
  /** For a notice, the day of its issue. */
  done_on: calendarDate(),
  way: z.nullable(oneOf(NOTICE_WAYS)),
  delivered_on: z.nullable(calendarDate()),
  /** For a notice by e-mail: its state in the outbox. */
  mail: z.nullable(z.enum(['WAITING', 'SENT', 'FAILED'])),
  /** Last day of a delivered notice's term. */
  term: z.nullable(calendarDate()),
  body: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  amount: money,
  invoices: z.array(z.int()),
  file: Attached,
  end: z.nullable(
    z.object({ done_on: calendarDate(), protocol: z.nullable(z.string()), file: Attached, by: z.nullable(z.string()) }),
  ),
  /** Day on which the last of its invoices was paid; null while one is open. */
  settled_on: z.nullable(calendarDate()),
  /** Day until which a listing in force has to be removed after the payment. */
  remove_by: z.nullable(calendarDate()),
  by: z.nullable(z.string()),
  created_at: instant,
  undone: z.boolean(),
});
export type DebtEntry = z.output<typeof DebtEntry>;

export const DebtPapers = z.object({
  statement: DebtStatement,
  /** Tenant first, then the guarantors. */
  debtors: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      role: oneOf(DEBTOR_ROLES),
      has_email: z.boolean(),
      has_address: z.boolean(),
    }),
  ),
  /** Newest first. */
  register: z.array(DebtEntry),
  stage: z.nullable(oneOf(LEGAL_STAGES)),
  /** Whether this installation can send e-mail. */
  can_mail: z.boolean(),
});
export type DebtPapers = z.output<typeof DebtPapers>;

const MAX_RECORDS = 200;
const records = (message: string) =>
  z.array(recordId(message)).check(z.minLength(1, message), z.maxLength(MAX_RECORDS, 'Escolha menos registros'));

export const DebtTermsChange = z.object({
  first_day: z.int('Informe o dia').check(z.gte(0, 'Use de 0 a 60'), z.lte(60, 'Use de 0 a 60')),
  fine: partOfWhole('Use de 0 a 100%'),
  monthly: partOfWhole('Use de 0 a 100%'),
  correction: z.nullable(oneOf(PRICE_INDICES, 'Escolha o índice')),
  clause: text('Informe a cláusula do contrato', 200),
});

export const DebtNoticeCreate = z.object({
  clients: records('Escolha a quem avisar'),
  way: oneOf(NOTICE_WAYS, 'Escolha a forma de entrega'),
});

export const DebtActCreate = z.object({
  kind: z.enum(OUTSIDE_ACTS, 'Escolha o que foi feito'),
  client_id: recordId('Escolha a pessoa'),
  done_on: givenDate('Informe o dia'),
  body: text('Informe o órgão, cartório ou juízo', 120),
  protocol: optionalText(80),
  invoices: records('Escolha as faturas'),
  /** Why a listing comes before the end of the notice's term. */
  reason: optionalProse(500),
});

export const DebtDelivery = z.object({
  delivered_on: givenDate('Informe o dia da entrega'),
  protocol: optionalText(80),
});
export const DebtEnd = z.object({ done_on: givenDate('Informe o dia'), protocol: optionalText(80) });

/** Papers of a contract's debt, and the register of what was done outside. */
export const debtPapers = endpoints('debtPapers', {
  list: {
    method: 'GET',
    path: '/debt/register',
    access: DEBT_READERS,
    summary: 'Registros de cobrança de todos os contratos, os últimos primeiro',
    query: z.object({ page: z._default(pageNumber, 1) }),
    response: page(z.extend(DebtEntry, { proposal_id: z.int() })),
  },
  show: {
    method: 'GET',
    path: '/proposal/:id/debt',
    access: DEBT_READERS,
    summary: 'Dívida de um contrato: demonstrativo de hoje, pessoas a avisar e registros de cobrança',
    params: idParams,
    response: DebtPapers,
  },
  saveTerms: {
    method: 'PUT',
    path: '/proposal/:id/debt/terms',
    access: WRITER,
    summary: 'Registrar os encargos que o contrato prevê para a dívida, com a cláusula',
    params: idParams,
    body: DebtTermsChange,
  },
  dropTerms: {
    method: 'DELETE',
    path: '/proposal/:id/debt/terms',
    access: WRITER,
    summary: 'Voltar aos encargos das faturas',
    params: idParams,
  },
  statement: {
    method: 'GET',
    path: '/proposal/:id/debt/statement',
    access: WRITER,
    summary: 'Demonstrativo de débito de hoje, em PDF',
    params: idParams,
    file: 'application/pdf',
  },
  dossier: {
    method: 'GET',
    path: '/proposal/:id/debt/dossier/:purpose',
    access: { all: ['COLLECTION_REGISTER', 'PROPOSAL_VIEW'] },
    summary: 'Dossiê da dívida para o advogado (LAWYER) ou para o protesto (PROTEST), em zip com índice',
    params: z.object({ id, purpose: z.enum(['LAWYER', 'PROTEST']) }),
    file: 'application/zip',
  },
  notify: {
    method: 'POST',
    path: '/proposal/:id/debt/notice',
    access: WRITER,
    summary: 'Emitir o aviso prévio ao inquilino e aos fiadores: por e-mail é enviado, por carta ou em mãos é impresso',
    params: idParams,
    body: DebtNoticeCreate,
    response: z.object({ ids: z.array(z.int()) }),
    status: 201,
  },
  notice: {
    method: 'GET',
    path: '/debt/register/:id/notice',
    access: DEBT_READERS,
    summary: 'O aviso prévio como foi emitido, em PDF',
    params: idParams,
    file: 'application/pdf',
  },
  deliver: {
    method: 'POST',
    path: '/debt/register/:id/delivery',
    access: WRITER,
    summary: 'Registrar a entrega de um aviso: o prazo conta dela',
    params: idParams,
    body: DebtDelivery,
  },
  register: {
    method: 'POST',
    path: '/proposal/:id/debt/register',
    access: WRITER,
    summary: 'Registrar negativação, protesto ou ação feita fora daqui',
    params: idParams,
    body: DebtActCreate,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  end: {
    method: 'POST',
    path: '/debt/register/:id/end',
    access: WRITER,
    summary: 'Registrar a remoção da negativação, o cancelamento do protesto ou o fim da ação',
    params: idParams,
    body: DebtEnd,
  },
  attach: {
    method: 'PUT',
    path: '/debt/register/:id/file',
    access: WRITER,
    summary: 'Anexar o comprovante de um registro, ou do seu fim quando ele já terminou',
    params: idParams,
    upload: DOCUMENT_UPLOAD,
  },
  undo: {
    method: 'POST',
    path: '/debt/register/:id/undo',
    access: WRITER,
    summary: 'Desfazer um registro feito por engano; de um que terminou, o fim',
    params: idParams,
  },
});

export const debtPaperProblems = problems({
  DEBT_CONTRACT_NOT_FOUND: [404, 'Não encontramos o contrato'],
  DEBT_ENTRY_NOT_FOUND: [404, 'Não encontramos este registro de cobrança'],
  DEBT_NONE: [409, 'Este contrato não tem fatura vencida em aberto e sem pagamento em conferência.'],
  DEBT_PERSON: [422, 'A pessoa não é inquilina nem fiadora deste contrato', 'client_id'],
  DEBT_INVOICE: [422, 'Escolha faturas vencidas deste contrato, em aberto e sem pagamento em conferência', 'invoices'],
  DEBT_IN_FUTURE: [422, 'O dia não pode ser depois de hoje', 'done_on'],
  NOTICE_MAIL_OFF: [503, 'O envio de e-mails não está configurado nesta instalação.'],
  NOTICE_NO_EMAIL: [422, 'Falta o e-mail no cadastro. Entregue o aviso por carta ou em mãos.', 'clients'],
  NOTICE_NO_ADDRESS: [422, 'Falta o endereço no cadastro. Complete o cadastro ou entregue o aviso em mãos.', 'clients'],
  NOTICE_DELIVERED: [409, 'A entrega deste aviso já foi registrada.'],
  NOTICE_DAY: [422, 'Informe um dia entre a emissão do aviso e hoje', 'delivered_on'],
  LISTING_NO_NOTICE: [
    422,
    'Antes de negativar, avise a pessoa por escrito de todas as faturas escolhidas (CDC, art. 43, § 2º). Sem o aviso, registre o motivo.',
    'reason',
  ],
  LISTING_NOT_DELIVERED: [
    422,
    'O aviso ainda não tem a entrega registrada. Registre a entrega, ou escreva o motivo.',
    'reason',
  ],
  LISTING_TERM_RUNNING: [422, 'O prazo do aviso ainda corre', 'reason'],
  ENTRY_ENDED: [409, 'O fim deste registro já foi registrado.'],
  ENTRY_NOT_ENDED: [409, 'Um aviso não tem fim a registrar.'],
  ENTRY_UNDONE: [409, 'Este registro foi desfeito.'],
  END_DAY: [422, 'Informe um dia entre o registro e hoje', 'done_on'],
  ENTRY_FILED: [409, 'Este registro já tem um documento.'],
  ENTRY_LISTED: [409, 'Uma negativação se apoia neste aviso. Desfaça a negativação antes.'],
});
