import {
  type CalendarDate,
  formatDate,
  formatMonth,
  type Reference,
  shownReference,
} from '@morada/domain/base/calendar';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import { properName } from '@morada/domain/base/proper-name';
import { sentence } from '@morada/domain/base/sentence';

export type InvoiceMessage = {
  tenant: string;
  property: string;
  reference: Reference;
  due_date: CalendarDate;
  /** The whole amount to pay today. */
  amount: Cents;
  /** Whole address of the tenant's page. */
  url: string;
};

/** Message sent to a tenant with an invoice that has no boleto; its page explains how to pay. */
export function invoiceMessage(invoice: InvoiceMessage, today: CalendarDate): string {
  const { tenant, property, reference, due_date, amount, url } = invoice;
  const due = due_date < today ? `vencida em ${formatDate(due_date)}` : `com vencimento em ${formatDate(due_date)}`;
  return [
    sentence(`Olá, ${properName(tenant)}`),
    `Segue a fatura do aluguel de ${formatMonth(shownReference(reference))} do imóvel ${property}: ${formatMoney(amount)}, ${due}.`,
    `Para ver e pagar:\n${url}`,
  ].join('\n\n');
}
