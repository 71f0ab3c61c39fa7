import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { serviceAddress, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** Where BigDataCorp answers; it has no other environment. */
export const BIGDATACORP_ADDRESS = 'https://plataforma.bigdatacorp.com.br';

/** The provider that is asked for the credit of parties. No call answers its tokens. */
export const creditProvider = endpoints('applications', {
  show: {
    method: 'GET',
    path: '/application/credit',
    access: '*',
    summary: 'Ligação com a BigDataCorp, que responde o score da Quod',
    response: z.object({ kept: z.nullable(z.object({ base_url: z.string() })) }),
  },
  save: {
    method: 'PUT',
    path: '/application/credit',
    access: '*',
    summary: 'Ligar a BigDataCorp; os tokens ficam como estão quando não vêm',
    body: z.object({
      base_url: serviceAddress(`Informe o endereço com https://: ${BIGDATACORP_ADDRESS}`),
      /** A JWT, with all that the account may read in it. */
      access_token: z.optional(text('Informe o AccessToken', 4_000)),
      token_id: z.optional(text('Informe o TokenId', 200)),
    }),
    secrets: ['access_token', 'token_id'],
  },
  remove: {
    method: 'DELETE',
    path: '/application/credit',
    access: '*',
    summary: 'Desligar a BigDataCorp: os tokens são apagados, e o que ela respondeu fica',
  },
});

export const creditProviderProblems = problems({
  CREDIT_PROVIDER_NOT_FOUND: [404, 'A BigDataCorp não está ligada.'],
  CREDIT_NO_SEAL: [
    409,
    'Esta instalação não tem a chave dos segredos (SECRETS_KEY): sem ela os tokens ficariam legíveis no banco de dados.',
  ],
  CREDIT_TOKEN_MISSING: [422, 'Informe o AccessToken deste endereço', 'access_token'],
  CREDIT_TOKEN_ID_MISSING: [422, 'Informe o TokenId deste endereço', 'token_id'],
  CREDIT_INTERNAL: [422, 'Este endereço leva à rede interna desta instalação. Informe o da BigDataCorp.', 'base_url'],
});
