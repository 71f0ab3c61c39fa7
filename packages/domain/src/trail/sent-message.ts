import { formatMonth, type Reference, shownReference } from '../base/calendar.ts';

/** What staff send to a client from the product: WhatsApp or mail opens with the message written, and they press send there. */
export const SENT_KINDS = {
  BOLETO: 'Boleto',
  INVOICE_LINK: 'Link do inquilino',
  LATE_MESSAGE: 'Mensagem de cobrança',
  SITE_REPLY: 'Resposta à mensagem do site',
} as const;
export type SentKind = keyof typeof SENT_KINDS;

export const SENT_CHANNELS = { WHATSAPP: 'por WhatsApp', MAIL: 'por e-mail', COPY: 'copiado para enviar' } as const;
export type SentChannel = keyof typeof SENT_CHANNELS;

/** `Boleto da fatura 12, de outubro de 2026, por WhatsApp` */
export function sentWords(sent: {
  kind: SentKind;
  channel: SentChannel;
  invoice: { id: number; reference: Reference } | null;
}): string {
  const { kind, channel, invoice } = sent;
  const of = invoice ? ` da fatura ${invoice.id}, de ${formatMonth(shownReference(invoice.reference))}` : '';
  return `${SENT_KINDS[kind]}${of}, ${SENT_CHANNELS[channel]}`;
}
