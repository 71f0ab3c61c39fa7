import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { instant } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** Six digits of an authenticator app, or a recovery code. */
export const factorCode = z
  .string('Informe o código')
  .check(z.trim(), z.minLength(1, 'Informe o código'), z.maxLength(40, 'Código incorreto'));

/** Shown once, on creation. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const FactorCode = z.object({ code: factorCode });

/** The caller's own second factor; reachable while setting one up is mandatory. */
export const secondFactor = endpoints('secondFactor', {
  show: {
    method: 'GET',
    path: '/user/admin/second-factor',
    access: 'login',
    summary: 'A própria verificação em duas etapas',
    beforeDuties: true,
    response: z.object({
      on: z.boolean(),
      since: z.nullable(instant),
      recovery_codes_left: z.int(),
      /** Required by the agency: it can be renewed, not switched off. */
      required: z.boolean(),
    }),
  },
  begin: {
    method: 'PUT',
    path: '/user/admin/second-factor',
    access: 'login',
    summary: 'Começar a verificação em duas etapas: o segredo, que só vale depois de confirmado por um código',
    beforeDuties: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirm: {
    method: 'PATCH',
    path: '/user/admin/second-factor',
    access: 'login',
    summary: 'Confirmar a verificação em duas etapas com um código; responde os códigos de recuperação, uma vez',
    beforeDuties: true,
    body: FactorCode,
    response: RecoveryCodes,
    secrets: ['code'],
  },
  renewCodes: {
    method: 'PUT',
    path: '/user/admin/second-factor/codes',
    access: 'login',
    summary: 'Gerar novos códigos de recuperação; os antigos deixam de valer',
    response: RecoveryCodes,
  },
  switchOff: {
    method: 'DELETE',
    path: '/user/admin/second-factor',
    access: 'login',
    summary: 'Desativar a própria verificação em duas etapas',
  },
});

export const secondFactorProblems = problems({
  'second-factor-required': [401, 'Digite o código do seu aplicativo de autenticação', 'code'],
  WRONG_CODE: [401, 'Código incorreto ou já usado. Espere o próximo e tente de novo.', 'code'],
  TOO_MANY_CODES: [429, 'Muitas tentativas com código errado. Aguarde alguns minutos.'],
  SECOND_FACTOR_UNREADABLE: [
    409,
    'Este servidor não tem a chave da sua verificação em duas etapas. Entre com um código de recuperação, ou peça que a redefinam em Usuários.',
    'code',
  ],
  SECRETS_KEY_MISSING: [409, 'O servidor está sem a chave dos segredos, e nada foi mudado. Avise quem cuida dele.'],
  CODE_NOT_CONFIRMED: [422, 'Código incorreto. Confira a hora do celular e tente o próximo código.', 'code'],
  SECOND_FACTOR_NOT_BEGUN: [409, 'Comece a ativação de novo.'],
  SECOND_FACTOR_OFF: [409, 'A verificação em duas etapas não está ativada.'],
  SECOND_FACTOR_KEPT: [409, 'A imobiliária exige a verificação em duas etapas.'],
});
