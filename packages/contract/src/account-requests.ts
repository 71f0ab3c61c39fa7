import { MOST_CODE_TRIES } from '@morada/domain/people/account-request';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { calendarDate, idParams, instant, text } from './fields.ts';
import { problems } from './problem.ts';

const account = {
  code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  holder_name: z.string(),
  agency_number: z.nullable(z.string()),
  account_number: z.nullable(z.string()),
  account_type: z.enum(['CORRENTE', 'POUPANCA']),
  operation_number: z.nullable(z.string()),
  document: z.string(),
  pix_key: z.nullable(z.string()),
};

/** A change of bank account that an owner asked for and confirmed by a code: the agency decides. */
export const AccountRequest = z.object({
  id: z.int(),
  client: z.object({ id: z.int(), name: z.string(), cpf_cnpj: z.string() }),
  confirmed_at: instant,
  ...account,
  /** The account that it replaces; null: a further one. */
  present: z.nullable(z.object(account)),
  /** Day on which the e-mail that got the code was changed, if that is less than 30 days ago. */
  email_changed_on: z.nullable(calendarDate()),
});
export type AccountRequest = z.output<typeof AccountRequest>;

/** Code of the e-mail, as typed. */
export const AccountCode = z.object({
  code: z.pipe(
    z.pipe(
      z.string('Informe o código').check(z.maxLength(20, 'O código tem 6 algarismos')),
      z.transform((typed) => typed.replace(/\D/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, 'O código tem 6 algarismos')),
  ),
});

export const accountRequests = endpoints('clients', {
  list: {
    method: 'GET',
    path: '/account-request',
    access: 'CLIENT_EDIT',
    summary: 'Trocas de conta bancária que os proprietários pediram e confirmaram, à espera da imobiliária',
    response: z.array(AccountRequest),
  },
  apply: {
    method: 'POST',
    path: '/account-request/:id/apply',
    access: 'CLIENT_EDIT',
    summary: 'Confirmar uma troca de conta: os próximos repasses vão para a conta nova',
    changes: ['contracts', 'transfers'],
    params: idParams,
  },
  refuse: {
    method: 'POST',
    path: '/account-request/:id/refuse',
    access: 'CLIENT_EDIT',
    summary: 'Recusar uma troca de conta',
    params: idParams,
    body: z.object({ reason: text('Informe o motivo', 300) }),
  },
});

export const accountRequestProblems = problems({
  ACCOUNT_REQUEST_NOT_FOUND: [404, 'Não encontramos este pedido.'],
  ACCOUNT_REQUEST_STATE: [409, 'Este pedido não espera mais uma resposta.'],
  ACCOUNT_REQUEST_WAITING: [409, 'Já há um pedido à espera da imobiliária. Cancele-o para fazer outro.'],
  ACCOUNT_CODE_OFF: [503, 'O envio de códigos por e-mail não está configurado. Fale com a imobiliária.'],
  ACCOUNT_CODE_WRONG: [422, 'O código não confere'],
  ACCOUNT_CODE_OVER: [409, `O código venceu ou foi errado ${MOST_CODE_TRIES} vezes. Peça a troca de novo.`],
  ACCOUNT_TOO_MANY: [429, 'Muitos códigos pedidos. Aguarde 15 minutos e tente de novo.'],
});
