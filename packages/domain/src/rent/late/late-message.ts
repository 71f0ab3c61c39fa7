import {
  type CalendarDate,
  daysBetween,
  daysText,
  formatDate,
  formatMonth,
  formatReference,
  type Reference,
  shownReference,
} from '../../base/calendar.ts';
import { documentKind } from '../../base/documents.ts';
import { type Cents, formatMoney } from '../../base/money.ts';
import { formatPhone } from '../../base/phone.ts';
import { properName } from '../../base/proper-name.ts';
import { sentence } from '../../base/sentence.ts';
import { pixParagraphs } from '../pix-words.ts';

export type LatePayment = {
  tenant: { name: string; cpf_cnpj: string };
  property: string;
  reference: Reference;
  due_date: CalendarDate;
  /** Price and fees. */
  amount: Cents;
  fine: Cents;
  interest: Cents;
  /** Static code of the whole amount; null where the agency has no key. */
  pix: string | null;
  /** Whole address of the tenant's page. */
  url: string;
};

export type LateMessage = { subject: string; text: string };

/** Courteous message to a late tenant, by WhatsApp or e-mail, with the parts of today's amount. */
export function lateMessage(
  payment: LatePayment,
  agency: { name: string; phone: string | null },
  today: CalendarDate,
): LateMessage {
  const { tenant, property, reference, due_date, pix, url } = payment;
  const month = shownReference(reference);
  const late = daysText(daysBetween(due_date, today));
  return {
    subject: `Aluguel de ${formatReference(month)} em aberto`,
    text: [
      sentence(`Olá, ${called(tenant)}`),
      `Ainda não identificamos o pagamento do aluguel de ${formatMonth(month)} do imóvel ${property}, vencido em ${formatDate(due_date)}, há ${late}.`,
      amountLines(payment, today).join('\n'),
      `Para ver e pagar:\n${url}`,
      ...pixParagraphs(pix, due_date, today),
      'Se o pagamento já foi feito, desconsidere esta mensagem. Se precisar de ajuda, responda por aqui.',
      [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])].join('\n'),
    ].join('\n\n'),
  };
}

/** Parts of what is owed today, and their sum where charges are due. */
export function amountLines(
  { amount, fine, interest }: Pick<LatePayment, 'amount' | 'fine' | 'interest'>,
  today: CalendarDate,
): string[] {
  const charges = fine + interest;
  return [
    `Aluguel e taxas: ${formatMoney(amount)}`,
    ...(fine > 0 ? [`Multa: ${formatMoney(fine)}`] : []),
    ...(interest > 0 ? [`Juros: ${formatMoney(interest)}`] : []),
    ...(charges > 0 ? [`Total para pagamento hoje, ${formatDate(today)}: ${formatMoney(amount + charges)}`] : []),
  ];
}

/** First name of a person, full name of a company. */
export const called = ({ name, cpf_cnpj }: LatePayment['tenant']) =>
  properName(documentKind(cpf_cnpj) === 'CPF' ? (name.split(' ', 1)[0] ?? name) : name);
