import { html } from './html.ts';
import { icons } from './icons.ts';
import type { Page } from './layout.ts';

const message = (agency: string | undefined, title: string, why: string): Page => ({
  title,
  agency,
  head: html`<meta name="robots" content="noindex">`,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>${title}</h1><p>${why}</p></div>`,
});

export const notFoundPage = (agency: string) =>
  message(
    agency,
    'Anúncio não encontrado',
    'O imóvel pode já ter sido alugado ou vendido, ou o anúncio saiu do ar. Confira também se o endereço está completo.',
  );

export const failurePage = () =>
  message(
    undefined,
    'Não foi possível abrir esta página',
    'O problema é nosso e deve ser breve. Tente de novo em instantes.',
  );
