import { type CalendarDate, formatDate, formatMonth, type Reference, shownReference } from '../base/calendar.ts';
import { stepDaysText } from '../collection/ruler.ts';
import { CALL_OUTCOMES, type CallOutcome } from '../collection/stages.ts';

/** Messages that staff send to a client: WhatsApp or mail opens with the text written, and staff press send there. */
export const SENT_KINDS = {
  BOLETO: 'Boleto',
  INVOICE_LINK: 'Link do inquilino',
  LATE_MESSAGE: 'Mensagem de cobrança',
  SITE_REPLY: 'Resposta à mensagem do site',
} as const;
export type SentKind = keyof typeof SENT_KINDS;

export const SENT_CHANNELS = { WHATSAPP: 'por WhatsApp', MAIL: 'por e-mail', COPY: 'copiado para enviar' } as const;
export type SentChannel = keyof typeof SENT_CHANNELS;

type InvoiceNamed = { id: number; reference: Reference };

/** Row of a client's history: a message sent, a step of the ruler, or a call about a payment. */
export type HistoryRow =
  | { kind: SentKind; channel: SentChannel; invoice: InvoiceNamed | null }
  | { kind: 'COLLECTION_STEP'; days: number; invoice: InvoiceNamed | null }
  | {
      kind: 'COLLECTION_CALL';
      outcome: CallOutcome;
      promised_for: CalendarDate | null;
      invoice: InvoiceNamed | null;
    };

/**
 * `Boleto da fatura 12, de outubro de 2026, por WhatsApp`; `Passo da cobrança da fatura 12, de outubro de 2026: 3 dias
 * depois do vencimento`; `Ligação de cobrança da fatura 12, de outubro de 2026: prometeu pagar em 10/12/2026`
 */
export function sentWords(row: HistoryRow): string {
  const { invoice } = row;
  const of = invoice ? ` da fatura ${invoice.id}, de ${formatMonth(shownReference(invoice.reference))}` : '';
  switch (row.kind) {
    case 'COLLECTION_STEP':
      return `Passo da cobrança${of}: ${stepDaysText(row.days).toLowerCase()}`;
    case 'COLLECTION_CALL': {
      const promise = row.promised_for ? ` em ${formatDate(row.promised_for)}` : '';
      return `Ligação de cobrança${of}: ${CALL_OUTCOMES[row.outcome].toLowerCase()}${promise}`;
    }
    default:
      return `${SENT_KINDS[row.kind]}${of}, ${SENT_CHANNELS[row.channel]}`;
  }
}
