import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { idParams, instant, prose } from '../base/fields.ts';
import { LIMITS } from '../base/limits.ts';
import { problems } from '../base/problem.ts';

/** Calls beyond the specification: listings on offer in the format of ZAP, VivaReal and OLX. */
export const portals = endpoints('properties', {
  feed: {
    method: 'GET',
    path: '/site/vrsync.xml',
    access: 'public',
    limit: LIMITS.feed,
    summary: 'Imóveis disponíveis no formato VRSync, que ZAP, VivaReal e OLX leem',
    file: 'application/xml; charset=utf-8',
  },
});

const Link = z.object({
  /** Address to give the portal; null: the installation has no public one. */
  address: z.nullable(z.string()),
  /** A secret is set, so that its calls are taken. */
  active: z.boolean(),
});

/** Leads that portals send or mail. */
export const portalLeads = endpoints('leads', {
  /** Webhook of the OLX group, in its own format: kept as it came and answered at once, worked on by a job. */
  olx: {
    method: 'POST',
    path: '/portal/olx',
    access: 'public',
    limit: LIMITS.portal,
    summary: 'Lead enviado pelo Grupo OLX (ZAP, Viva Real, OLX)',
    body: z.unknown(),
  },
  link: {
    method: 'GET',
    path: '/lead/olx',
    access: 'LEAD_ASSIGN',
    summary: 'Se os leads do Grupo OLX são recebidos, e em que endereço',
    response: Link,
  },
  saveLink: {
    method: 'PUT',
    path: '/lead/olx',
    access: 'LEAD_ASSIGN',
    summary: 'Guardar a chave secreta que o Grupo OLX informou',
    body: z.object({
      secret: prose('Informe a chave secreta', 200).check(z.minLength(8, 'A chave tem 8 caracteres ou mais')),
    }),
    secrets: ['secret'],
    response: Link,
  },
  removeLink: {
    method: 'DELETE',
    path: '/lead/olx',
    access: 'LEAD_ASSIGN',
    summary: 'Deixar de receber os leads do Grupo OLX',
  },
  mail: {
    method: 'POST',
    path: '/lead/mail',
    access: 'LEAD_EDIT',
    summary: 'Colar um e-mail de portal, com os cabeçalhos ou só o texto: vira lead, e o original fica guardado',
    body: z.object({ text: prose('Cole o e-mail', 300_000) }),
    response: z.object({ lead_id: z.nullable(z.int()) }),
    status: 201,
  },
  stuck: {
    method: 'GET',
    path: '/lead/stuck',
    access: 'LEAD_VIEW',
    summary: 'Mensagens de portais que não puderam ser lidas, como vieram',
    response: z.array(
      z.object({
        id: z.int(),
        portal: z.enum(['OLX', 'MAIL']),
        received_at: instant,
        problem: z.string(),
        raw: z.string(),
      }),
    ),
  },
  retry: {
    method: 'POST',
    path: '/lead/stuck/:id/retry',
    access: 'LEAD_EDIT',
    summary: 'Ler de novo uma mensagem de portal',
    params: idParams,
  },
  dismiss: {
    method: 'DELETE',
    path: '/lead/stuck/:id',
    access: 'LEAD_EDIT',
    summary: 'Dispensar uma mensagem de portal que não é um lead',
    params: idParams,
  },
});

export const portalProblems = problems({
  PORTAL_SECRET: [404, 'A chave secreta não confere.'],
  PORTAL_BODY: [422, 'O corpo não é um lead.'],
  PORTAL_MAIL_KNOWN: [409, 'Este e-mail já foi colado antes.'],
  PORTAL_STUCK_NOT_FOUND: [404, 'Não encontramos esta mensagem.'],
  PORTAL_CONTACT_MISSING: [409, 'Preencha o e-mail e o telefone da imobiliária para anunciar nos portais.'],
  PORTAL_ADDRESS_MISSING: [409, 'O endereço público do site não está configurado.'],
});
