import {
  type CalendarDate,
  formatDate,
  formatMonth,
  formatReference,
  type Reference,
  shownReference,
} from '../base/calendar.ts';
import { type Cents, formatMoney } from '../base/money.ts';
import { formatPhone } from '../base/phone.ts';
import { properName } from '../base/proper-name.ts';
import { sentence } from '../base/sentence.ts';
import { pixParagraphs } from './pix-words.ts';

export type InvoiceMessage = {
  tenant: string;
  property: string;
  reference: Reference;
  due_date: CalendarDate;
  /** The whole amount to pay today. */
  amount: Cents;
  /** Static code of that amount; null where the agency has no key. */
  pix: string | null;
  /** Whole address of the tenant's page. */
  url: string;
};

/** Message to a tenant with the link of an invoice, by WhatsApp or e-mail; its page explains how to pay. */
export function invoiceMessage(
  invoice: InvoiceMessage,
  agency: { name: string; phone: string | null },
  today: CalendarDate,
): { subject: string; text: string } {
  const { tenant, property, reference, due_date, amount, pix, url } = invoice;
  const month = shownReference(reference);
  const due = due_date < today ? `vencida em ${formatDate(due_date)}` : `com vencimento em ${formatDate(due_date)}`;
  return {
    subject: `Fatura do aluguel de ${formatReference(month)}`,
    text: [
      sentence(`Olá, ${properName(tenant)}`),
      `Segue a fatura do aluguel de ${formatMonth(month)} do imóvel ${property}: ${formatMoney(amount)}, ${due}.`,
      `Para ver e pagar:\n${url}`,
      ...pixParagraphs(pix, due_date, today),
      [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])].join('\n'),
    ].join('\n\n'),
  };
}
