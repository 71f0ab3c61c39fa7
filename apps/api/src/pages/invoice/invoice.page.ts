import type { OpenedInvoice } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { html } from '../../base/html.ts';
import type { Asset } from '../kit/assets.ts';
import type { Page } from '../kit/layout.ts';
import { messagePage } from '../kit/message-page.ts';
import { invoiceTitle, invoiceView } from './invoice-view.part.ts';

const receiptLink = (path: string) =>
  html`<p><a class="button main" href="${path}/recibo" target="_blank" rel="noopener">Abrir o recibo em PDF</a></p>`;

type Shown = {
  /** The page's own path. */
  path: string;
  /** Empty when unknown. */
  origin: string;
  copying: Asset;
};

/**
 * Public page of an invoice: the amount due today, its charges, and the ways to pay; once paid, its receipt. The preview
 * of its link in a chat shows neither the amount nor a name.
 */
export const invoicePage = (opened: OpenedInvoice, { path, origin, copying }: Shown): Page => ({
  title: invoiceTitle(opened.invoice),
  agency: opened.agency.name,
  previewAt: origin,
  head: html`<meta name="robots" content="noindex, nofollow">
<meta property="og:title" content="Sua fatura de aluguel">
<meta property="og:description" content="Abra para ver o valor de hoje e pagar com Pix ou boleto.">
<meta property="og:site_name" content="${opened.agency.name}">`,
  script: copying,
  main: invoiceView(opened, {
    path,
    pdf: `${path}/pdf`,
    ...(!opened.owed && { receipt: receiptLink(path) }),
    withoutBoleto:
      opened.owed?.pix.code || opened.owed?.pix.missing === 'UNDERWAY'
        ? html`<p>Se preferir pagar por boleto, peça um à imobiliária.</p>`
        : html`<p>Para pagar, peça um boleto à imobiliária.</p>`,
  }),
});

const WITHOUT_INVOICE: Record<string, [title: string, why: string]> = {
  LINK_REVOKED: ['Este link não vale mais', 'A imobiliária trocou o link desta fatura. Peça o novo antes de pagar.'],
  LINKED_INVOICE_CANCELLED: [
    'Fatura cancelada',
    'A imobiliária cancelou esta fatura: não pague por ela. Se já pagou, fale com a imobiliária.',
  ],
  LINKED_INVOICE_REPLACED: [
    'Fatura em acordo',
    'Esta fatura está em um acordo, ou é parcela de um acordo desfeito: não pague por ela. Veja na área do cliente o que está em aberto, ou fale com a imobiliária.',
  ],
};

/** Page of a link that opens no invoice; `code` is that of the problem. */
export function closedPage(agency: string, code: string): Page {
  const [title, why] = WITHOUT_INVOICE[code] ?? [
    'Fatura não encontrada',
    'Este link não abre nenhuma fatura. Confira se foi copiado inteiro, ou peça outro à imobiliária.',
  ];
  return messagePage(agency, title, why);
}
