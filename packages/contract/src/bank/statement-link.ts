import { STATEMENT_BANK_CODES, statementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { certificate, httpsUrl, privateKey } from './bank-link.ts';
import { StatementFeed } from './reconciliation-tasks.ts';

const Bank = z.enum(STATEMENT_BANK_CODES, 'Escolha o banco');
const AGENCY = 'Informe os números da agência, sem o dígito';
const ACCOUNT = 'Informe a conta com o dígito: 123456-7';

/** An absent secret stays unchanged. */
export const StatementLinkChange = z
  .object({
    bank: Bank,
    agency: z.nullable(z.string().check(z.trim(), z.regex(/^\d{1,5}$/, AGENCY))),
    account: z.string().check(z.trim(), z.regex(/^\d{2,19}-?[\dXx]$/, ACCOUNT)),
    base_url: httpsUrl('Informe o endereço da API, com https:// e a versão'),
    token_url: httpsUrl('Informe o endereço do token, com https://'),
    client_id: text('Informe o client id', 200),
    client_secret: z.optional(text('Informe o client secret', 500)),
    application_key: z.optional(text('Informe a chave da aplicação', 200)),
    certificate: z.optional(certificate),
    private_key: z.optional(privateKey),
    authority: z.nullable(certificate),
  })
  .check(({ value: { bank, agency }, issues }) => {
    if (statementBank(bank).hasAgency && agency === null)
      issues.push({ code: 'custom', input: agency, path: ['agency'], message: AGENCY });
  });

export const StatementLink = z.extend(StatementFeed, {
  bank: Bank,
  base_url: z.string(),
  token_url: z.string(),
  client_id: z.string(),
  authority: z.nullable(z.string()),
  /** Day on which the certificate ends; null when it can't be read. */
  certificate_until: z.nullable(calendarDate()),
});
export type StatementLink = z.output<typeof StatementLink>;

/** Connections by which statements are read: one for each account. */
export const statementLink = endpoints('statementLink', {
  list: {
    method: 'GET',
    path: '/statement-link',
    access: '*',
    summary: 'Ligações com os bancos que dão o extrato: dados e estado de cada conta',
    response: z.array(StatementLink),
  },
  save: {
    method: 'PUT',
    path: '/statement-link',
    access: '*',
    summary:
      'Ligar uma conta, ou trocar os dados da ligação dela; segredos, certificado e chave ficam como estão quando não vêm',
    body: StatementLinkChange,
    secrets: ['client_secret', 'certificate', 'private_key', 'application_key'],
    response: z.object({ id: z.int() }),
  },
  remove: {
    method: 'DELETE',
    path: '/statement-link/:id',
    access: '*',
    summary: 'Desconectar uma conta; os movimentos lidos ficam',
    params: idParams,
  },
});

export const statementLinkProblems = problems({
  STATEMENT_LINK_APPLICATION_KEY: [422, 'Informe a chave da aplicação', 'application_key'],
  STATEMENT_LINK_NOT_FOUND: [404, 'O extrato desta conta não é lido do banco.'],
});
