import type { Asset } from '../../html/assets.ts';
import { html } from '../../html/html.ts';
import { invoiceTitle, invoiceView, type OpenedInvoice } from '../../html/invoice-view.ts';
import type { Page } from '../../html/layout.ts';
import { messagePage } from '../../html/message-page.ts';

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
