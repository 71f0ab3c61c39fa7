import { nextBusinessDay } from '../base/business-days.ts';
import { type CalendarDate, formatDate, formatMonth, shownReference } from '../base/calendar.ts';
import { formatPhone } from '../base/phone.ts';
import { fieldsOf, fillText } from '../messages/text.ts';
import { amountLines, called, type LateMessage, type LatePayment } from '../rent/late/late-message.ts';
import { pixParagraphs } from '../rent/pix-words.ts';

/** Fields of a step's text, written as `{{nome}}`. */
export const STEP_FIELDS = {
  nome: 'Nome de quem recebe',
  inquilino: 'Nome do inquilino',
  imovel: 'Endereço do imóvel',
  mes: 'Mês do aluguel',
  vencimento: 'Data do vencimento',
  situacao: '“vence em 10/03/2026”, “vence hoje, 10/03/2026” ou “venceu em 10/03/2026”',
  valores: 'Valores de hoje, com multa e juros como na fatura',
  link: 'Endereço em que se vê e se paga a fatura',
  pix: 'Pix copia e cola, quando a imobiliária tem chave',
  imobiliaria: 'Nome e telefone da imobiliária',
} as const;
export type StepField = keyof typeof STEP_FIELDS;

/** Invoice that a step is about, with the charges of today. */
export type CollectedPayment = LatePayment;
type Person = LatePayment['tenant'];

/** A step's subject and text for one person, with the fields of today. A paragraph with an empty field is left out. */
export function stepMessage(
  step: { subject: string; text: string },
  payment: CollectedPayment,
  recipient: Person,
  agency: { name: string; phone: string | null },
  today: CalendarDate,
): LateMessage {
  const { tenant, property, reference, due_date, pix, url } = payment;
  const values: Record<StepField, string> = {
    nome: called(recipient),
    inquilino: called(tenant),
    imovel: property,
    mes: formatMonth(shownReference(reference)),
    vencimento: formatDate(due_date),
    situacao: situation(due_date, today),
    valores: amountLines(payment, today).join('\n'),
    link: url,
    pix: pixParagraphs(pix, due_date, today).join(''),
    imobiliaria: [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])].join('\n'),
  };
  // A name that ends with a full stop, as `Ltda.`, gets no second one.
  const filled = (text: string) => fillText(text, values).replace(/(?<!\.)\.\.(?!\.)/g, '.');
  const isEmpty = (paragraph: string) => fieldsOf(paragraph).some((name) => values[name as StepField] === '');
  return {
    subject: filled(step.subject),
    text: step.text
      .split(/\n{2,}/)
      .filter((paragraph) => !isEmpty(paragraph))
      .map(filled)
      .join('\n\n'),
  };
}

/** Names no number of days, since a message may be sent a day after it was written. */
function situation(due: CalendarDate, today: CalendarDate): string {
  if (due > today) return `vence em ${formatDate(due)}`;
  if (due === today) return `vence hoje, ${formatDate(due)}`;
  const payable = nextBusinessDay(due);
  if (payable >= today)
    return `venceu em ${formatDate(due)}, dia sem bancos, e pode ser pago até ${formatDate(payable)}`;
  return `venceu em ${formatDate(due)}`;
}
