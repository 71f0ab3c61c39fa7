import { MOST_CODE_TRIES } from '@morada/domain/people/account-request';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { idParams, prose } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

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
    body: z.object({ reason: prose('Informe o motivo', 300) }),
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
