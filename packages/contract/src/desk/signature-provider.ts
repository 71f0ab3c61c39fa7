import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { idParams, instant, serviceAddress, text } from '../base/fields.ts';
import { LIMITS } from '../base/limits.ts';
import { problems } from '../base/problem.ts';
import { SIGNATURE_READERS } from './signatures.search.ts';

/** Addresses of Clicksign; each has its own token. */
export const CLICKSIGN_ADDRESSES = {
  PRODUCTION: 'https://app.clicksign.com',
  SANDBOX: 'https://sandbox.clicksign.com',
} as const;

/** How papers are signed at Clicksign. No call answers the token or the secret. */
export const ProviderLink = z.object({
  base_url: z.string(),
  /** When it last answered. */
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  /** Why it fails, in words for staff. */
  problem: z.nullable(z.string()),
  /** Papers that wait to be sent there, or that it refused. */
  waiting: z.int(),
  refused: z.int(),
});
export type ProviderLink = z.output<typeof ProviderLink>;

/** The provider that collects signatures in place of the agency's own room. */
export const signatureProvider = endpoints('signatures', {
  show: {
    method: 'GET',
    path: '/signature/clicksign',
    access: 'SIGNATURE_SEND',
    summary: 'Ligação com a Clicksign: se responde, o que espera por ela, e o endereço dos avisos',
    response: z.object({
      kept: z.nullable(ProviderLink),
      /** Address to give Clicksign for its webhook; null: the installation has no public one. */
      notices: z.nullable(z.string()),
    }),
  },
  save: {
    method: 'PUT',
    path: '/signature/clicksign',
    access: '*',
    summary: 'Ligar a Clicksign; o token e o segredo dos avisos ficam como estão quando não vêm',
    body: z.object({
      base_url: serviceAddress(`Informe o endereço com https://: ${CLICKSIGN_ADDRESSES.PRODUCTION}`),
      token: z.optional(text('Informe o token', 200)),
      /** The webhook's HMAC secret. */
      secret: z.optional(text('Informe o segredo', 200)),
    }),
    secrets: ['token', 'secret'],
  },
  remove: {
    method: 'DELETE',
    path: '/signature/clicksign',
    access: '*',
    summary: 'Desligar a Clicksign: os documentos voltam a ser assinados na sala de assinatura',
  },
  test: {
    method: 'POST',
    path: '/signature/clicksign/test',
    access: '*',
    summary: 'Experimentar a ligação com a Clicksign agora',
    response: z.object({ ok: z.boolean(), told: z.string() }),
  },
  /** What the provider has of one paper. */
  errand: {
    method: 'GET',
    path: '/signature/:id/clicksign',
    access: SIGNATURE_READERS,
    params: idParams,
    summary: 'O que a Clicksign tem de um documento: se chegou lá, e o que falta',
    response: z.object({
      errand: z.nullable(
        z.object({
          sent_at: z.nullable(instant),
          /** Nothing is left to be done there. */
          over_at: z.nullable(instant),
          /** It was refused there: once what it says is put right, it can be tried again. */
          refused: z.boolean(),
          problem: z.nullable(z.string()),
          next_try_at: z.nullable(instant),
        }),
      ),
    }),
  },
  retry: {
    method: 'POST',
    path: '/signature/:id/clicksign',
    access: 'SIGNATURE_SEND',
    params: idParams,
    summary: 'Tentar agora o que falta de um documento na Clicksign',
  },
  /** Kept as it came and answered at once; worked on by a job, which reads at Clicksign what happened. */
  notice: {
    method: 'POST',
    path: '/signature/clicksign',
    access: 'public',
    limit: LIMITS.portal,
    summary: 'Avisos da Clicksign: documento assinado, recusado, finalizado ou cancelado',
    signed: true,
    body: z.unknown(),
  },
});

export const signatureProviderProblems = problems({
  PROVIDER_NOT_FOUND: [404, 'A Clicksign não está ligada.'],
  PROVIDER_NO_ERRAND: [409, 'Não há nada a fazer por este documento na Clicksign.'],
  PROVIDER_NO_SEAL: [
    409,
    'Esta instalação não tem a chave dos segredos (SECRETS_KEY): sem ela o token ficaria legível no banco de dados.',
  ],
  PROVIDER_TOKEN_MISSING: [422, 'Informe o token deste endereço', 'token'],
  PROVIDER_SECRET_MISSING: [422, 'Informe o segredo dos avisos (HMAC SHA256 Secret)', 'secret'],
  PROVIDER_INTERNAL: [422, 'Este endereço leva à rede interna desta instalação. Informe o da Clicksign.', 'base_url'],
  PROVIDER_UNDER_WAY: [409, 'Há documentos em assinatura na Clicksign: espere que terminem, ou retire-os.'],
  PROVIDER_UNSIGNED: [404, 'O aviso não traz a assinatura da Clicksign.'],
});
