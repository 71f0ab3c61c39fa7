import { formatDigitableLine } from '@morada/domain/bank/boleto';
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

export type BoletoMessage = {
  tenant: string;
  property: string;
  reference: Reference;
  due_date: CalendarDate;
  amount: Cents;
  /** Null while the bank has not numbered the boleto. */
  digitable_line: string | null;
  /** Copy and paste; null where the agency has no key. */
  pix: string | null;
  /** Whole address of the tenant's page. */
  url: string;
};

const LINE_TO_COME = 'O banco está registrando o boleto: a linha digitável aparece nesse endereço.';

/** Message sent to a tenant with a boleto: its purpose and the ways to pay. */
export function boletoMessage(boleto: BoletoMessage, today: CalendarDate): string {
  const { tenant, property, reference, due_date, amount, digitable_line, pix, url } = boleto;
  const due = due_date < today ? 'vencido' : 'com vencimento';
  return [
    sentence(`Olá, ${properName(tenant)}`),
    `Segue o boleto do aluguel de ${formatMonth(shownReference(reference))} do imóvel ${property}: ${formatMoney(amount)}, ${due} em ${formatDate(due_date)}.`,
    `Para ver e pagar:\n${url}`,
    digitable_line === null ? LINE_TO_COME : `Linha digitável:\n${formatDigitableLine(digitable_line)}`,
    ...(pix === null ? [] : [`Pix copia e cola:\n${pix}`]),
  ].join('\n\n');
}
