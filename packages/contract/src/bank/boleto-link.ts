import { BOLETO_BANK_CODES } from '@morada/domain/bank/boleto-banks/boleto-bank';
import { callBank } from '@morada/domain/bank/call-banks';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, instant, money, page, pageNumber, reference, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { certificate, httpsUrl, privateKey } from './bank-link.ts';
import { BOLETO_READERS } from './boletos.search.ts';

const bankCode = z.enum(BOLETO_BANK_CODES);
/** Fields of the bank: `callBank(bank).fields`. A secret one is never returned, and stays unchanged when absent. */
const fields = z.record(z.string(), z.string().check(z.trim(), z.maxLength(300, 'Use até 300 caracteres')));

/** An absent secret stays unchanged. */
export const BoletoLinkChange = z
  .object({
    /** Bank of the current agreement. */
    bank: bankCode,
    base_url: httpsUrl('Informe o endereço da API, com https:// e a versão'),
    token_url: httpsUrl('Informe o endereço do token, com https://'),
    client_id: text('Informe o client id', 200),
    client_secret: z.optional(text('Informe o client secret', 500)),
    certificate: z.optional(certificate),
    private_key: z.optional(privateKey),
    authority: z.nullable(certificate),
    fields,
  })
  .check(({ value, issues }) => {
    for (const { key, label, digits, secret } of callBank(value.bank)?.fields ?? []) {
      if (secret) continue;
      const given = value.fields[key] ?? '';
      const isGood = digits === undefined ? given !== '' : new RegExp(`^\\d{1,${digits}}$`).test(given);
      const message = digits === undefined || given === '' ? `Preencha: ${label}` : `${label}: até ${digits} números`;
      if (!isGood) issues.push({ code: 'custom', input: given, path: ['fields', key], message });
    }
  });

export const BoletoLink = z.object({
  id: z.int(),
  base_url: z.string(),
  token_url: z.string(),
  client_id: z.string(),
  authority: z.nullable(z.string()),
  fields,
  /** Day on which the certificate ends; null without one, or when it can't be read. */
  certificate_until: z.nullable(calendarDate()),
  notices: z.enum(['ON', 'WAITING', 'NO_ADDRESS', 'BY_HAND']),
  /** Webhook address, at a bank where a person registers it; else null. */
  notice_address: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
  /** Movements were read up to this moment. */
  read_until: instant,
  /** Boletos by state. */
  boletos: z.object({ waiting: z.int(), active: z.int(), refused: z.int(), paid: z.int() }),
});
export type BoletoLink = z.output<typeof BoletoLink>;

const Shown = z.object({
  /** The current agreement; null: none yet. */
  agreement: z.nullable(z.object({ id: z.int(), bank: bankCode })),
  /** Null: its boletos go to the bank by file. */
  link: z.nullable(BoletoLink),
});

export const BoletoCallRow = z.object({
  /** Id of the boleto. */
  id: z.int(),
  invoice_id: z.int(),
  reference: reference(),
  tenant: z.string(),
  due_date: calendarDate(),
  amount: money,
  state: z.enum(['WAITING', 'PENDING', 'REMOVING', 'REFUSED']),
  problem: z.nullable(z.string()),
});
export type BoletoCallRow = z.output<typeof BoletoCallRow>;

/** How the boletos of the current agreement reach its bank: by file, or by calls of the bank's API. */
export const boletoLink = endpoints('boletoLink', {
  show: {
    method: 'GET',
    path: '/boleto-link',
    access: '*',
    summary: 'Como os boletos do convênio chegam ao banco: ligação pela API, estado e boletos por estado',
    response: Shown,
  },
  save: {
    method: 'PUT',
    path: '/boleto-link',
    access: '*',
    summary:
      'Registrar os boletos do convênio pela API do banco; segredos, certificado e chave ficam como estão quando não vêm',
    changes: ['boletos'],
    body: BoletoLinkChange,
    secrets: ['client_secret', 'certificate', 'private_key'],
    response: Shown,
  },
  remove: {
    method: 'DELETE',
    path: '/boleto-link',
    access: '*',
    summary: 'Voltar ao arquivo; os boletos que o banco tem continuam valendo',
    changes: ['boletos'],
  },
  check: {
    method: 'POST',
    path: '/boleto-link/check',
    access: '*',
    summary: 'Testar a ligação dos boletos com o banco agora',
    response: Shown,
  },
  tasks: {
    method: 'GET',
    path: '/boleto-link/tasks',
    access: 'BOLETO_DOWN',
    summary: 'O que os boletos pela API pedem a uma pessoa: falha, recusados, pagamentos cancelados pelo banco',
    response: z.object({
      failing_since: z.nullable(instant),
      problem: z.nullable(z.string()),
      refused: z.int(),
      /** Payments that the bank cancelled and whose invoices stay settled, with the reason. */
      taken_back: z.array(z.object({ invoice_id: z.int(), amount: money, problem: z.string() })),
    }),
  },
  boletos: {
    method: 'GET',
    path: '/boleto-link/boletos',
    access: BOLETO_READERS,
    summary: 'Boletos que o banco recusou ou de que ainda vai saber',
    query: z.object({
      page: z.optional(pageNumber),
      state: z.catch(z.optional(z.enum(['REFUSED', 'WAITING'])), undefined),
    }),
    response: page(BoletoCallRow),
  },
  retry: {
    method: 'POST',
    path: '/boleto-link/boletos/:id/retry',
    access: 'BOLETO_CREATE',
    summary: 'Enviar de novo ao banco um boleto recusado, com os dados atuais do pagador',
    changes: ['boletos'],
    params: idParams,
  },
  /** Webhook of the bank, in its own format. The boletos named are read from the bank's API before they count. */
  notice: {
    method: 'POST',
    path: '/boleto-link/notices/:token',
    access: 'public',
    summary: 'Aviso do banco de boletos pagos',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    body: z.unknown(),
  },
});

export const boletoLinkProblems = problems({
  BOLETO_LINK_NO_AGREEMENT: [409, 'Cadastre o convênio de cobrança em Configurações, Imobiliária.'],
  BOLETO_LINK_OTHER_BANK: [409, 'O convênio de cobrança mudou. Abra a página de novo.'],
  BOLETO_LINK_NO_CALLS: [409, 'Os boletos deste banco ainda não são registrados pela API: use o arquivo.'],
  BOLETO_LINK_AGREEMENT: [409, 'A API deste banco não registra boletos de um convênio deste tamanho: use o arquivo.'],
  BOLETO_LINK_APPLICATION_KEY: [422, 'Informe a chave da aplicação', 'fields.application_key'],
  BOLETO_LINK_NOT_FOUND: [404, 'Os boletos deste convênio vão ao banco por arquivo.'],
  BOLETO_CALL_NOT_FOUND: [404, 'Este boleto não foi enviado pela API do banco.'],
  BOLETO_CALL_NOT_REFUSED: [409, 'Este boleto não foi recusado.'],
});
