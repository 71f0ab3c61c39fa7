import { endpoints } from '../base/endpoint.ts';
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

export const portalProblems = problems({
  PORTAL_CONTACT_MISSING: [409, 'Preencha o e-mail e o telefone da imobiliária para anunciar nos portais.'],
  PORTAL_ADDRESS_MISSING: [409, 'O endereço público do site não está configurado.'],
});
