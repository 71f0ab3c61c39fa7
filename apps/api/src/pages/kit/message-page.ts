import { html } from '../../base/html.ts';
import { icons } from './icons.ts';
import type { Page } from './layout.ts';

/** A page with a short message. */
export const messagePage = (agency: string | undefined, title: string, why: string): Page => ({
  title,
  agency,
  head: html`<meta name="robots" content="noindex">`,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>${title}</h1><p>${why}</p></div>`,
});

/** A fault of the server. The code is the request's id, by which its line in the log is found. */
export const failurePage = (requestId: string) =>
  messagePage(
    undefined,
    'Não foi possível abrir esta página',
    `O problema é nosso e deve ser breve. Tente de novo em instantes. Se continuar, informe à imobiliária o código ${requestId}.`,
  );
