import { endpoints } from './endpoint.ts';
import { problems } from './problem.ts';

/** Calls beyond the specification: the listings on offer, as ZAP, VivaReal and OLX read them. */
export const portals = endpoints({
  feed: {
    method: 'GET',
    path: '/site/vrsync.xml',
    access: 'public',
    summary: 'Imóveis disponíveis no formato VRSync, que ZAP, VivaReal e OLX leem',
    file: 'application/xml; charset=utf-8',
  },
});

export const portalProblems = problems({
  PORTAL_CONTACT_MISSING: [409, 'Preencha o e-mail e o telefone da imobiliária para anunciar nos portais.'],
  PORTAL_ADDRESS_MISSING: [409, 'O endereço público do site não está configurado.'],
});
