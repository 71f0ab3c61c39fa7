import { html } from '../../base/html.ts';
import type { OpenedInvoice } from '../../modules/boletos/public.service.ts';
import type { Asset } from '../kit/assets.ts';
import type { Page } from '../kit/layout.ts';
import { messagePage } from '../kit/message-page.ts';
import { invoiceTitle, invoiceView } from './invoice-view.part.ts';

/** Public page of an invoice: the amount due today, its charges, and the ways to pay. `path` is the page's own. */
export const invoicePage = (opened: OpenedInvoice, path: string, copying: Asset): Page => ({
  title: invoiceTitle(opened.invoice),
  agency: opened.agency.name,
  head: html`<meta name="robots" content="noindex, nofollow">`,
  script: copying,
  main: invoiceView(opened, {
    pdf: `${path}/pdf`,
    withoutBoleto: html`<p>Se preferir pagar por boleto, peça um à imobiliária.</p>`,
  }),
});

export const missingPage = (agency: string): Page =>
  messagePage(
    agency,
    'Fatura não encontrada',
    'Este link não abre nenhuma fatura. Ele pode ter sido trocado: peça outro à imobiliária.',
  );
