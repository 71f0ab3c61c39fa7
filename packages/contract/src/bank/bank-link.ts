import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, instant, money, page, pageNumber, reference, text } from '../base/fields.ts';
import { pixKey } from '../base/pix-key.ts';
import { problems } from '../base/problem.ts';

export const httpsUrl = (message: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(300, { error: 'Use até 300 caracteres', abort: true }),
    z.refine((value) => /^https:\/\/[^\s/?#@][^\s?#@]*$/.test(value), message),
  );
const pem = (kind: 'CERTIFICATE' | 'PRIVATE KEY', message: string, without: { word: string; message: string }) =>
  z.string().check(
    z.trim(),
    z.maxLength(20_000, message),
    z.refine((value) => !value.includes(without.word), { error: without.message, abort: true }),
    z.refine((value) => new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`).test(value), message),
  );
/** `authority` is returned by the API, so a private key pasted along with that certificate would leak. */
export const certificate = pem('CERTIFICATE', 'Cole o certificado em PEM: começa com -----BEGIN CERTIFICATE-----', {
  word: 'PRIVATE KEY',
  message: 'Deixe aqui só o certificado: a chave vai no campo dela',
});
export const privateKey = pem('PRIVATE KEY', 'Cole a chave em PEM: começa com -----BEGIN PRIVATE KEY-----', {
  word: 'ENCRYPTED',
  message: 'Esta chave tem senha. Peça ao banco a chave sem senha, ou grave-a sem senha.',
});

/** An absent secret stays unchanged. */
export const BankLinkChange = z.object({
  base_url: httpsUrl('Informe o endereço da API, com https:// e a versão'),
  token_url: httpsUrl('Informe o endereço do token, com https://'),
  client_id: text('Informe o client id', 200),
  client_secret: z.optional(text('Informe o client secret', 500)),
  certificate: z.optional(certificate),
  private_key: z.optional(privateKey),
  authority: z.nullable(certificate),
  pix_key: pixKey('Informe a chave Pix que recebe'),
});

export const PixChargeState = z.enum(['QUEUED', 'WAITING', 'ACTIVE', 'REFUSED', 'REMOVING', 'REMOVED', 'PAID']);
export type PixChargeState = z.output<typeof PixChargeState>;

export const BankLink = z.object({
  id: z.int(),
  base_url: z.string(),
  token_url: z.string(),
  client_id: z.string(),
  authority: z.nullable(z.string()),
  pix_key: z.string(),
  /** Day on which the certificate ends; null when it can't be read. */
  certificate_until: z.nullable(calendarDate()),
  /**
   * Webhook for payments. WAITING: not registered at the bank yet; NO_ADDRESS: `PUBLIC_URL` is not set; FULL: refused for today,
   * since they named too many payments that the bank doesn't know.
   */
  notices: z.enum(['ON', 'WAITING', 'NO_ADDRESS', 'FULL']),
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
  /** Payments were read up to this moment. */
  read_until: instant,
  /** Charges by state. */
  charges: z.object({ waiting: z.int(), active: z.int(), refused: z.int(), paid: z.int() }),
});
export type BankLink = z.output<typeof BankLink>;

export const PixChargeRow = z.object({
  id: z.int(),
  invoice_id: z.int(),
  reference: reference(),
  tenant: z.string(),
  due_date: calendarDate(),
  amount: money,
  state: PixChargeState,
  problem: z.nullable(z.string()),
});
export type PixChargeRow = z.output<typeof PixChargeRow>;

/** Payments that notices named and the bank doesn't show. */
const UnreadPix = z.object({
  /** Asked for several times in vain. */
  count: z.int(),
  /** Identifier of the oldest of them. */
  oldest: z.nullable(z.string()),
  /** Notices are refused for today, since they named too many. */
  full: z.boolean(),
});

const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
/** Payments that one notice may name. */
const MOST_NAMED = 1_000;

/** The connection to the agency's Pix provider. */
export const bankLink = endpoints('bankLink', {
  show: {
    method: 'GET',
    path: '/bank-link',
    access: '*',
    summary: 'Ligação com o banco por Pix: dados, estado e cobranças por estado',
    response: z.object({ link: z.nullable(BankLink) }),
  },
  save: {
    method: 'PUT',
    path: '/bank-link',
    access: '*',
    summary: 'Cadastrar ou trocar a ligação com o banco; segredo, certificado e chave ficam como estão quando não vêm',
    changes: ['invoices', 'boletos'],
    body: BankLinkChange,
    secrets: ['client_secret', 'certificate', 'private_key'],
    response: z.object({ link: z.nullable(BankLink) }),
  },
  remove: {
    method: 'DELETE',
    path: '/bank-link',
    access: '*',
    summary: 'Desconectar do banco; as cobranças em aberto são retiradas',
    changes: ['invoices', 'boletos'],
  },
  check: {
    method: 'POST',
    path: '/bank-link/check',
    access: '*',
    summary: 'Testar a ligação com o banco agora',
    response: z.object({ link: z.nullable(BankLink) }),
  },
  tasks: {
    method: 'GET',
    path: '/bank-link/tasks',
    access: 'BOLETO_DOWN',
    summary: 'O que a ligação com o banco pede a uma pessoa: falha, cobranças recusadas, Pix devolvidos',
    response: z.object({
      failing_since: z.nullable(instant),
      problem: z.nullable(z.string()),
      refused: z.int(),
      /** Pix payments that were returned and whose invoices stay settled, with the reason. */
      given_back: z.array(z.object({ invoice_id: z.int(), amount: money, problem: z.string() })),
      unread: UnreadPix,
    }),
  },
  charges: {
    method: 'GET',
    path: '/bank-link/charges',
    access: '*',
    summary: 'Cobranças Pix que o banco recusou ou ainda não recebeu',
    query: z.object({
      page: z.optional(pageNumber),
      state: z.catch(z.optional(z.enum(['REFUSED', 'WAITING'])), undefined),
    }),
    response: page(PixChargeRow),
  },
  retry: {
    method: 'POST',
    path: '/bank-link/charges/:id/retry',
    access: '*',
    summary: 'Enviar de novo ao banco uma cobrança recusada',
    params: idParams,
  },
  /** Webhook of the bank. The payments named are read from the bank's API before they count. */
  notice: {
    method: 'POST',
    path: '/bank-link/notices/:token/pix',
    access: 'public',
    summary: 'Aviso do banco de Pix recebidos',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    body: z.object({
      pix: z.array(z.object({ endToEndId: z.string().check(z.regex(END_TO_END_ID)) })).check(z.maxLength(MOST_NAMED)),
    }),
  },
});

export const bankLinkProblems = problems({
  BANK_LINK_INTERNAL: [
    422,
    'Este endereço leva à rede interna desta instalação. Informe o endereço do banco.',
    'base_url',
  ],
  BANK_LINK_NOT_FOUND: [404, 'Nenhum banco está conectado.'],
  BANK_LINK_SECRET_MISSING: [422, 'Informe o client secret', 'client_secret'],
  BANK_LINK_CERTIFICATE_MISSING: [422, 'Cole o certificado', 'certificate'],
  BANK_LINK_KEY_MISSING: [422, 'Cole a chave do certificado', 'private_key'],
  BANK_LINK_UNREADABLE: [422, 'Este certificado não pode ser lido', 'certificate'],
  BANK_LINK_CERTIFICATE: [422, 'A chave não é a deste certificado', 'private_key'],
  BANK_LINK_AUTHORITY: [422, 'Este certificado não pode ser lido', 'authority'],
  BANK_LINK_NO_SEAL: [
    409,
    'Falta a chave dos segredos da instalação: sem ela o segredo do banco não pode ser guardado.',
  ],
  PIX_CHARGE_NOT_FOUND: [404, 'Não encontramos esta cobrança.'],
  PIX_CHARGE_NOT_REFUSED: [409, 'Esta cobrança não foi recusada.'],
});
