import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  givenDate,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  optionalProse,
  page,
  percent,
  recordId,
  reference,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { INVOICE_READERS, InvoiceSearch } from './invoices.search.ts';

export const InvoiceStatus = z.enum(['PENDING', 'PAID', 'REPLACED']);
export const PaymentMethod = z.enum(['BOLETO', 'PIX', 'CARD', 'MANUAL'], 'Informe a forma de pagamento');

const RestFate = z.enum(
  ['OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED', 'CREDIT', 'RETURN'],
  'Informe o que fazer com a diferença',
);

const person = z.object({ id: z.int(), name: z.string() });

export const InvoiceRow = z.object({
  id: z.int(),
  proposal_id: z.int(),
  user_id: z.int(),
  property_id: z.int(),
  tenant: z.string(),
  user: person,
  proposal: z.object({ id: z.int() }),
  property: z.string(),
  reference: reference(),
  due_date: calendarDate(),
  price: money,
  fees: money,
  amount: money,
  status: InvoiceStatus,
  pay_day: z.nullable(calendarDate()),
  paid_amount: z.nullable(money),
  /** Debt agreement of which it is an instalment, its number, and the number of instalments; null: it is none. */
  debt_agreement_id: z.nullable(z.int()),
  instalment: z.nullable(z.int()),
  instalments: z.nullable(z.int()),
});
export type InvoiceRow = z.output<typeof InvoiceRow>;

export const InvoiceLine = z.object({
  kind: z.enum(['RENT', 'FEE', 'EXTRA', 'TAX', 'LEASE_TAX']),
  name: z.string(),
  note: z.optional(z.string()),
  amount: money,
  to_owner: z.optional(z.boolean()),
  influence: z.optional(z.enum(['RENT', 'EXPENSE'])),
  transfer: z.optional(z.boolean()),
});

export const TransferLine = z.object({
  kind: z.string(),
  name: z.string(),
  note: z.optional(z.string()),
  amount: money,
});

/** Payments of an open invoice that a bank reported and that wait for a person in 'A resolver'; null: none. */
export const WaitingPayment = z.nullable(z.object({ amount: money, paid_on: z.nullable(calendarDate()) }));

export const InvoiceDetail = z.object({
  ...z.omit(InvoiceRow, { property: true, tenant: true }).shape,
  fine: z.nullable(money),
  interest: z.nullable(money),
  payment_method: z.nullable(PaymentMethod),
  lines: z.array(InvoiceLine),
  /** Partially paid invoice whose open balance this one is. */
  balance_of: z.nullable(z.int()),
  /** Amount owed and not received; below zero, received in excess. */
  rest: z.nullable(
    z.object({
      fate: RestFate,
      amount: money,
      reason: z.nullable(z.string()),
      /** Invoice of the open balance. */
      invoice_id: z.nullable(z.int()),
    }),
  ),
  created_at: instant,
  user: person,
  /** The tenant's phone, the cellphone first; null without one, or if the caller may not see clients' contact data. */
  phone: z.nullable(z.string()),
  /** `continues`: another invoice of the contract follows, which can take a difference. */
  proposal: z.object({ id: z.int(), status: z.string(), commission: percent, continues: z.boolean() }),
  property: z.object({ id: z.int(), address: z.string() }),
  /** Amount owed as of today, or of `?pay_day=`. */
  late: z.object({ days: z.int(), fine: money, interest: money, total: money }),
  waiting: WaitingPayment,
  /** Public: the page that the tenant opens, whether there is a boleto or not. */
  url: z.string(),
  /** Transfers to the owners, expected or made. */
  transfers: z.array(
    z.object({
      id: z.nullable(z.int()),
      user: person,
      amount: money,
      due_date: calendarDate(),
      status: z.enum(['PENDING', 'DONE', 'PLANNED']),
      lines: z.array(TransferLine),
    }),
  ),
  /** Income tax of the payment, expected or made, that the tenant owes and does not deduct. */
  tax_undeducted: money,
});
export type InvoiceDetail = z.output<typeof InvoiceDetail>;

/** Ways to pay an open invoice without a boleto, as of today. */
export const InvoiceLink = z.object({
  /** Public: the page that the tenant opens. */
  url: z.string(),
  today: calendarDate(),
  due_date: calendarDate(),
  /** Days late. */
  days: z.int(),
  fine: money,
  interest: money,
  /** The whole amount to pay today. */
  amount: money,
  /** Static Pix of `amount`, copy and paste; the same that the tenant's page shows. */
  pix: z.nullable(z.string()),
  /** Why there is no Pix: the agency has no key or city, nothing is owed, an immediate charge is in progress, or a payment waits. */
  pix_missing: z.nullable(z.enum(['KEY', 'CITY', 'AMOUNT', 'UNDERWAY'])),
  waiting: WaitingPayment,
  /** Text ready to be sent, with the link and the Pix. */
  message: z.object({ subject: z.string(), text: z.string() }),
  /** Contacts are null when unknown, or if the caller may not see clients' contact data. */
  user: z.object({ ...person.shape, phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** Whether `mailLink` can be called: the tenant may have no e-mail, the installation no mail server. */
  mail: z.enum(['READY', 'NO_ADDRESS', 'OFF']),
});
export type InvoiceLink = z.output<typeof InvoiceLink>;

const AMOUNT = 'Informe o valor recebido';

/** The choice for the difference between the amount owed and the amount received. */
export const RestChoice = z.object({
  fate: RestFate,
  /** Due date of an open balance; default: ten days from today. */
  due_date: blank(givenDate('Informe o vencimento do saldo')),
  /** Reason of a waiver. */
  reason: optionalProse(500),
});

/**
 * `paid_amount` alone is enough when all that is owed was received, and 0 only when nothing is owed or everything is
 * waived; fine and interest, when given, are kept as edited. Less than owed requires `rest`; more is a credit unless
 * `rest` says that it is returned.
 */
export const Settlement = z.object({
  paid_amount: nonNegativeMoney('Informe o valor recebido'),
  pay_day: blank(givenDate('Informe a data do pagamento')),
  payment_method: blank(PaymentMethod),
  fine: z.optional(nonNegativeMoney('Informe a multa')),
  interest: z.optional(nonNegativeMoney('Informe os juros')),
  rest: z.optional(RestChoice),
});

export const invoices = endpoints('invoices', {
  list: {
    method: 'GET',
    path: '/invoice',
    access: INVOICE_READERS,
    summary: 'Faturas abertas, por página, com os quatro números da carteira',
    query: InvoiceSearch,
    response: z.object({
      ...page(InvoiceRow).shape,
      /** Rows of this search, over all pages; `total` counts every open invoice. */
      found: z.int(),
      subtotal: money,
      delayed: z.int(),
      subtotalDelayed: money,
    }),
  },
  export: listExport({
    path: '/invoice/export/:format',
    access: INVOICE_READERS,
    summary: 'Faturas que os filtros encontram, em planilha',
    query: InvoiceSearch,
  }),
  show: {
    method: 'GET',
    path: '/invoice/:id',
    access: [...INVOICE_READERS, 'FINANCIAL_SHALL_VIEW', 'PROPOSAL_VIEW'],
    summary: 'Uma fatura, com os encargos de hoje',
    params: idParams,
    query: z.object({
      pay_day: z.catch(z.optional(givenDate()), undefined),
      paid_amount: z.catch(z.optional(z.pipe(z.coerce.number(AMOUNT), nonNegativeMoney(AMOUNT))), undefined),
    }),
    response: InvoiceDetail,
    versioned: true,
  },
  sent: {
    method: 'POST',
    path: '/invoice/:id/sent',
    access: [...INVOICE_READERS, 'FINANCIAL_SHALL_VIEW', 'PROPOSAL_VIEW', 'BOLETO_VIEW', 'BOLETO_CREATE'],
    summary: 'Registrar que o boleto, o link ou a cobrança de uma fatura foi aberto para envio ao inquilino',
    changes: ['clients'],
    params: idParams,
    body: z.object({
      kind: z.enum(['BOLETO', 'INVOICE_LINK', 'LATE_MESSAGE']),
      channel: z.enum(['WHATSAPP', 'MAIL', 'COPY']),
    }),
  },
  link: {
    method: 'GET',
    path: '/invoice/:id/link',
    access: [...INVOICE_READERS, 'FINANCIAL_SHALL_VIEW', 'PROPOSAL_VIEW'],
    summary: 'Link e Pix de uma fatura em aberto, com o valor de hoje',
    params: idParams,
    response: InvoiceLink,
  },
  renewLink: {
    method: 'DELETE',
    path: '/invoice/:id/link',
    access: ['BOLETO_CREATE', 'FINANCIAL_INVOICE_CREATE'],
    summary: 'Trocar o link público de uma fatura: o anterior deixa de abrir',
    params: idParams,
  },
  mailLink: {
    method: 'POST',
    path: '/invoice/:id/link/mail',
    access: ['BOLETO_CREATE', 'FINANCIAL_INVOICE_CREATE', 'FINANCIAL_SHALL_UPDATE'],
    summary: 'Enviar ao inquilino, por e-mail, o link e o Pix de uma fatura em aberto',
    changes: ['clients'],
    params: idParams,
  },
  ofProposal: {
    method: 'GET',
    path: '/invoice/:id/proposal',
    access: [...INVOICE_READERS, 'PROPOSAL_VIEW', 'BOLETO_CREATE', 'FINANCIAL_INVOICE_CREATE'],
    summary: 'Faturas de um contrato',
    params: idParams,
    response: z.array(InvoiceRow),
  },
  pay: {
    method: 'PATCH',
    path: '/invoice/:id/down',
    access: ['FINANCIAL_INVOICE_CREATE', 'BOLETO_DOWN'],
    summary: 'Marcar como pago',
    changes: SETTLEMENT,
    params: idParams,
    body: Settlement,
    response: InvoiceDetail,
    versioned: true,
    idempotent: true,
  },
  refund: {
    method: 'DELETE',
    path: '/invoice/:id/refund',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Estornar: a fatura volta para pendente',
    changes: SETTLEMENT,
    params: idParams,
    response: InvoiceDetail,
    versioned: true,
    idempotent: true,
  },
  remove: {
    method: 'DELETE',
    path: '/financial/invoice/:id/delete',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Deletar fatura pendente',
    changes: SETTLEMENT,
    params: idParams,
    idempotent: true,
  },
  anticipate: {
    method: 'POST',
    path: '/financial/invoice',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Antecipar fatura',
    changes: SETTLEMENT,
    body: z.object({ proposal_id: recordId('Informe o contrato'), reference: reference('Informe o mês da fatura') }),
    response: InvoiceDetail,
    status: 201,
  },
  months: {
    method: 'GET',
    path: '/financial/invoice/:id/months',
    access: 'FINANCIAL_INVOICE_CREATE',
    summary: 'Meses que ainda podem ser antecipados num contrato',
    params: idParams,
    response: z.array(reference()),
  },
  receipt: {
    method: 'GET',
    path: '/financial/:id/receipt/client',
    access: [...INVOICE_READERS, 'PROPOSAL_VIEW'],
    summary: 'Link do recibo do inquilino',
    params: idParams,
    response: z.object({ url: z.string() }),
  },
  receiptFile: {
    method: 'GET',
    path: '/receipt/invoice/:id',
    access: [...INVOICE_READERS, 'PROPOSAL_VIEW'],
    summary: 'Recibo do inquilino em PDF',
    params: idParams,
    file: 'application/pdf',
  },
});

export const invoiceProblems = problems({
  LEASE_TAX_UNKNOWN: [
    409,
    'Um proprietário paga IBS e CBS, e a alíquota oficial do vencimento ainda não está nas tabelas: cadastre-a em Impostos, Tabelas.',
  ],
  INVOICE_NOT_FOUND: [404, 'Não encontramos a fatura'],
  INVOICE_ALREADY_PAID: [409, 'Esta fatura já foi paga.'],
  INVOICE_REPLACED: [409, 'Esta fatura está em um acordo, ou é parcela de um acordo desfeito: abra o acordo.'],
  INVOICE_OF_ENDED_CONTRACT: [
    409,
    'O contrato terminou, e nenhuma outra fatura cobra o que esta cobra. Dê baixa com dispensa do valor, ou desfaça o encerramento.',
  ],
  INSTALMENT_NOT_DELETED: [409, 'Esta fatura é parcela de um acordo. Cancele o acordo.'],
  AGREEMENT_UNDONE: [
    409,
    'O acordo desta parcela foi rompido ou cancelado, e a dívida voltou sem o que foi pago. Retome o acordo antes de estornar.',
  ],
  INVOICE_PAYMENT_WAITS: [
    409,
    'Um pagamento de uma fatura em aberto já chegou e espera conferência em Boletos, Efetuar baixa, A resolver. Resolva-o antes.',
  ],
  LINK_MAIL_OFF: [409, 'O envio de e-mail não está configurado neste servidor.'],
  LINK_PAYMENT_WAITS: [
    409,
    'Um pagamento desta fatura já chegou e espera conferência em Boletos, Efetuar baixa, A resolver. Resolva-o antes de cobrar.',
  ],
  LINK_MAIL_NO_ADDRESS: [409, 'O inquilino não tem e-mail no cadastro.'],
  INVOICE_NOT_PAID: [409, 'Esta fatura ainda não foi paga.'],
  INVOICE_PAID_NOT_DELETED: [409, 'Uma fatura paga não pode ser deletada. Estorne primeiro.'],
  INVOICE_GIVEN_BACK: [409, 'A rescisão do contrato devolveu aluguel desta fatura. Desfaça antes o encerramento.'],
  TRANSFER_DONE: [409, 'Estorne primeiro o repasse desta fatura.'],
  NOTHING_RECEIVED: [422, 'Informe o valor recebido', 'paid_amount'],
  PAY_DAY_IN_FUTURE: [422, 'A data do pagamento não pode ser futura', 'pay_day'],
  PAY_DAY_BEFORE_CONTRACT: [422, 'A data do pagamento é anterior ao início do contrato. Confira o ano.', 'pay_day'],
  PAY_DAY_TOO_EARLY: [
    422,
    'A data do pagamento é mais de 60 dias anterior à emissão da fatura. Confira o ano.',
    'pay_day',
  ],
  REST_UNDECIDED: [
    422,
    'Informe o que fazer com a diferença: saldo em aberto, próxima fatura ou dispensa',
    'rest.fate',
  ],
  REST_UNFIT: [422, 'Esta escolha não serve para a diferença desta baixa', 'rest.fate'],
  REST_OF_INSTALMENT: [
    422,
    'Em parcela de acordo, o que faltou fica em saldo em aberto: ele faz parte do acordo',
    'rest.fate',
  ],
  CREDIT_TOO_LARGE: [
    422,
    'O valor pago a mais passa de um ano de faturas deste contrato. Confira o valor recebido, ou devolva a diferença ao inquilino.',
    'rest.fate',
  ],
  REST_UNEXPLAINED: [422, 'Informe o motivo da dispensa', 'rest.reason'],
  REST_NOT_WAIVED: [
    403,
    'Seu grupo não pode dispensar valores. Escolha saldo em aberto ou próxima fatura.',
    'rest.fate',
  ],
  BALANCE_DAY: [422, 'O vencimento do saldo fica entre hoje e daqui a um ano', 'rest.due_date'],
  NO_NEXT_INVOICE: [422, 'Este contrato não gera outra fatura. Escolha outra opção para a diferença.', 'rest.fate'],
  BALANCE_NOT_DELETED: [
    409,
    'Esta fatura é o saldo de outra, paga em parte. Estorne a outra, ou dispense o saldo na baixa.',
  ],
  BALANCE_PAID: [409, 'Estorne primeiro a fatura do saldo desta.'],
  BALANCE_REPLACED: [409, 'O saldo em aberto desta fatura está em um acordo. Cancele o acordo antes de estornar.'],
  REST_USED: [409, 'A diferença desta baixa já está em outra fatura. Delete ou estorne a outra primeiro.'],
  CHARGES_ABOVE_RECEIVED: [422, 'Multa e juros passam do valor recebido', 'fine'],
  SETTLEMENT_WITHOUT_OWNER: [422, 'O imóvel desta fatura não tem proprietário. Vincule um antes de dar baixa.'],
  REFERENCE_OUT_OF_RANGE: [422, 'Este mês não pode ser antecipado neste contrato', 'reference'],
  REFERENCE_ALREADY_ISSUED: [409, 'A fatura deste mês já foi gerada', 'reference'],
  NOTHING_TO_BILL: [422, 'Este contrato não gera fatura mensal', 'proposal_id'],
});
