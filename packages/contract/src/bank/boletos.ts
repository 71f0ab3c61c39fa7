import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport, NAMED_ROWS } from '../base/export.ts';
import { calendarDate, id, idParams, instant, money, page, recordId, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { InvoiceStatus } from '../money/invoices.ts';
import { BOLETO_READERS, BoletoSearch, BoletoState } from './boletos.search.ts';

export const BoletoRegistration = z.enum(['NONE', 'SENT', 'REGISTERED', 'REFUSED']);

const person = z.object({ id: z.int(), name: z.string() });

export const BoletoRow = z.object({
  id: z.int(),
  invoice_id: z.int(),
  proposal_id: z.int(),
  user: person,
  property: z.string(),
  invoice: z.object({ id: z.int(), reference: reference(), due_date: calendarDate(), status: InvoiceStatus }),
  reference: reference(),
  bank: z.string(),
  /** As printed on the boleto; null until a bank that assigns the numbers itself has reported it. */
  nosso_numero: z.nullable(z.string()),
  created_at: instant,
  due_date: calendarDate(),
  amount: money,
  /** `LATE`: open and past due. */
  state: BoletoState,
  /** "Sem registro" until the bank confirms a remittance. */
  registration: BoletoRegistration,
  registration_note: z.nullable(z.string()),
  /** Public: what the tenant opens. */
  url: z.string(),
});
export type BoletoRow = z.output<typeof BoletoRow>;

export const BoletoDetail = z.object({
  ...BoletoRow.shape,
  /** The tenant's phone, the cellphone first; null without one, or if the caller may not see clients' contact data. */
  phone: z.nullable(z.string()),
  /** Both null until the boleto's number is known. */
  barcode: z.nullable(z.string()),
  digitable_line: z.nullable(z.string()),
  /** Pix copy-and-paste; null where the agency has no key. */
  pix: z.nullable(z.string()),
  /** Registered through the bank's API; otherwise by file. */
  by_call: z.boolean(),
  /** It can be paid today as printed; a new one would take a new number. */
  payable: z.boolean(),
  /** Lines that make up the amount. */
  lines: z.array(z.object({ name: z.string(), note: z.optional(z.string()), amount: money })),
  /** Path of the PDF, with the session; `url` is for the tenant. */
  pdf: z.string(),
});
export type BoletoDetail = z.output<typeof BoletoDetail>;

export const RemittanceRow = z.object({
  id: z.int(),
  name: z.string(),
  bank: z.string(),
  sequence: z.int(),
  boletos: z.int(),
  /** Counts of those to register at the bank, and those to withdraw. */
  registrations: z.int(),
  cancellations: z.int(),
  amount: money,
  by: z.nullable(z.string()),
  created_at: instant,
});
export type RemittanceRow = z.output<typeof RemittanceRow>;

const figure = z.object({ count: z.int(), amount: money });

const BoletoPage = z.object({
  ...page(BoletoRow).shape,
  /** Counts of all pending boletos, independent of the search. */
  open: figure,
  late: figure,
  /** Boletos waiting for a remittance: to be registered or withdrawn. */
  unregistered: figure,
  cancellations: z.int(),
  /** Bank of the current agreement; null: none yet. */
  agreement: z.nullable(z.string()),
});
export type BoletoPage = z.output<typeof BoletoPage>;

const publicParams = z.object({ contractToken: z.string(), id, invoiceToken: z.string() });

export const boletos = endpoints('boletos', {
  list: {
    method: 'GET',
    path: '/boleto',
    access: BOLETO_READERS,
    summary: 'Boletos pendentes: uma página com ?page=, ou todos',
    query: BoletoSearch,
    response: z.union([BoletoPage, z.array(BoletoRow)]),
  },
  export: listExport({
    path: '/boleto/export/:format',
    access: BOLETO_READERS,
    summary: 'Boletos que os filtros encontram, em planilha',
    query: BoletoSearch,
  }),
  sheets: {
    method: 'GET',
    path: '/boleto/pdf',
    access: BOLETO_READERS,
    summary: 'Boletos em aberto que os filtros encontram, um por página de um só PDF',
    query: z.extend(BoletoSearch, NAMED_ROWS),
    file: 'application/pdf',
  },
  waiting: {
    method: 'GET',
    path: '/boleto/waiting',
    access: 'BOLETO_CREATE',
    summary: 'Faturas pendentes que não têm um boleto que possa ser pago',
    response: z.object({
      invoices: z.array(z.int()),
      /** Rent and fees of all these invoices. */
      amount: money,
    }),
  },
  show: {
    method: 'GET',
    path: '/boleto/:id',
    access: [...BOLETO_READERS, 'BOLETO_CREATE', 'FINANCIAL_INVOICE_VIEW', 'FINANCIAL_SHALL_VIEW'],
    summary: 'Um boleto',
    params: idParams,
    response: BoletoDetail,
  },
  ofInvoice: {
    method: 'GET',
    path: '/boleto/:id/invoice',
    access: [...BOLETO_READERS, 'BOLETO_CREATE', 'FINANCIAL_INVOICE_VIEW', 'FINANCIAL_SHALL_VIEW'],
    summary: 'Boletos de uma fatura, o mais novo primeiro',
    params: idParams,
    response: z.array(BoletoDetail),
  },
  create: {
    method: 'POST',
    path: '/boleto/manual',
    access: 'BOLETO_CREATE',
    summary: 'Gerar boleto de uma fatura pendente; vencida, com os encargos de hoje',
    body: z.object({
      user_id: recordId('Informe o inquilino'),
      proposal_id: recordId('Informe o contrato'),
      invoice_id: recordId('Informe a fatura'),
    }),
    response: BoletoDetail,
    status: 201,
  },
  createMany: {
    method: 'POST',
    path: '/boleto/batch',
    access: 'BOLETO_CREATE',
    summary: 'Gerar boletos das faturas escolhidas, ou de todas as pendentes que não têm um',
    body: z.object({ invoices: z.optional(z.array(recordId()).check(z.maxLength(500, 'Escolha até 500 faturas'))) }),
    response: z.object({
      created: z.int(),
      amount: money,
      refused: z.array(z.object({ invoice_id: z.int(), reason: z.string() })),
    }),
  },
  cancel: {
    method: 'DELETE',
    path: '/boleto/:id',
    access: 'BOLETO_CREATE',
    summary: 'Cancelar um boleto em aberto; registrado, o banco é avisado na próxima remessa',
    params: idParams,
    idempotent: true,
  },
  pdf: {
    method: 'GET',
    path: '/boleto/:id/pdf',
    access: [...BOLETO_READERS, 'BOLETO_CREATE', 'FINANCIAL_INVOICE_VIEW', 'FINANCIAL_SHALL_VIEW'],
    summary: 'Boleto em PDF',
    params: idParams,
    file: 'application/pdf',
  },
  link: {
    method: 'GET',
    path: '/invoice/:contractToken/:id/:invoiceToken',
    access: 'public',
    summary: 'Página da fatura para o inquilino: valor de hoje, Pix e boleto',
    params: publicParams,
    file: 'text/html; charset=utf-8',
  },
  linkPdf: {
    method: 'GET',
    path: '/invoice/:contractToken/:id/:invoiceToken/pdf',
    access: 'public',
    summary: 'Boleto em PDF, pelo link do inquilino',
    params: publicParams,
    file: 'application/pdf',
  },
  linkReceipt: {
    method: 'GET',
    path: '/invoice/:contractToken/:id/:invoiceToken/recibo',
    access: 'public',
    summary: 'Recibo em PDF de uma fatura paga, pelo link do inquilino',
    params: publicParams,
    file: 'application/pdf',
  },
  remittances: {
    method: 'GET',
    path: '/boleto/remittance',
    access: BOLETO_READERS,
    summary: 'Últimas remessas ao banco',
    response: z.array(RemittanceRow),
  },
  remit: {
    method: 'POST',
    path: '/boleto/remittance',
    access: 'BOLETO_CREATE',
    summary: 'Gerar a remessa (CNAB) dos boletos ainda não registrados e dos cancelados que o banco tem',
    response: z.object({
      remittance: z.nullable(RemittanceRow),
      /** Boletos that the bank would refuse, with the reason. */
      left: z.array(z.object({ boleto_id: z.int(), invoice_id: z.int(), reason: z.string() })),
    }),
    status: 201,
  },
  remittanceFile: {
    method: 'GET',
    path: '/boleto/remittance/:id/file',
    access: BOLETO_READERS,
    summary: 'Arquivo de uma remessa',
    params: idParams,
    file: 'application/octet-stream',
  },
});

export const boletoProblems = problems({
  BOLETO_NOT_FOUND: [404, 'Não encontramos este boleto.'],
  TOO_MANY_SHEETS: [422, 'Um PDF leva até 300 boletos: escolha menos, ou use um filtro', 'ids'],
  NO_AGREEMENT: [409, 'Cadastre o convênio de cobrança em Configurações, Imobiliária.'],
  AGENCY_INCOMPLETE: [409, 'Complete o CNPJ e o endereço em Configurações, Imobiliária.'],
  LINK_REVOKED: [410, 'A imobiliária trocou este link. Peça o novo.'],
  LINKED_INVOICE_CANCELLED: [410, 'A imobiliária cancelou esta fatura.'],
  LINKED_INVOICE_REPLACED: [410, 'Esta fatura está em um acordo, ou é parcela de um acordo desfeito.'],
  BOLETO_NOT_OPEN: [409, 'Este boleto não está mais em aberto.'],
  BOLETO_STANDING: [409, 'Já tem um boleto em aberto.'],
  PAYER_INCOMPLETE: [422, 'Complete o endereço do inquilino', 'user_id'],
  NUMBERS_EXHAUSTED: [409, 'A numeração deste convênio se esgotou. Cadastre outro em Configurações, Imobiliária.'],
  INVOICE_NOT_OPEN: [409, 'Esta fatura não está mais em aberto.'],
  INVOICE_OF_ANOTHER: [422, 'Esta fatura não é deste contrato', 'invoice_id'],
  NOTHING_TO_COLLECT: [422, 'Esta fatura não tem valor a cobrar', 'invoice_id'],
  NO_REMITTANCE: [409, 'A remessa deste banco não é gerada aqui. Registre os boletos no site do banco.'],
  REMITTANCE_NOT_FOUND: [404, 'Não encontramos esta remessa.'],
  REMITTANCE_EMPTIED: [409, 'O conteúdo desta remessa foi apagado com os dados pessoais de um pagador.'],
  NOTHING_TO_REMIT: [409, 'Não há boletos a enviar ao banco.'],
});
