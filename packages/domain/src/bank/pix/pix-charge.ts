import { nextBusinessDay } from '../../base/business-days.ts';
import { addDays, type CalendarDate, daysBetween, formatDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import { truncate } from '../../base/truncate.ts';
import type { InvoiceFigures } from '../../rent/invoice.ts';
import { FIRST_LATE_DAY } from '../../rent/late/late-charges.ts';
import { boletoTerms } from '../boleto-terms.ts';

// Charges with due date of the Pix API (`cobv`, Banco Central, version 2).

/** `valid_days`: days after the due date on which the bank still takes the amount. */
export type PixChargeTerms = { due_date: CalendarDate; amount: Cents; valid_days: number };

/**
 * Terms of the bank's charge for an open invoice. The standard's fine and interest begin on the first day after the
 * due date and ours after days of grace, so the charge carries none: it stays unchanged while no late charges are owed,
 * and is then updated to the amount of each day. A charge can't fall due before it is made, so one for a late invoice
 * falls due today.
 * @returns undefined when there is nothing to collect.
 */
export function pixChargeTerms(
  invoice: InvoiceFigures & { due_date: CalendarDate },
  today: CalendarDate,
  setting: { fromBusinessDay: boolean },
): PixChargeTerms | undefined {
  const counted = setting.fromBusinessDay ? nextBusinessDay(invoice.due_date) : invoice.due_date;
  const lastFree = addDays(counted, FIRST_LATE_DAY - 1);
  const { amount } = boletoTerms(invoice, today, setting);
  if (amount <= 0) return undefined;
  const due_date = invoice.due_date < today ? today : invoice.due_date;
  return { due_date, amount, valid_days: due_date < lastFree ? daysBetween(due_date, lastFree) : 0 };
}

const RANDOM = 18;

/**
 * A txid for a charge of an invoice: 31 letters and digits, never used twice.
 * @param random at least 18 letters and digits.
 */
export function txidOfCharge(invoiceId: number, random: string): string {
  if (!/^[a-zA-Z0-9]{18,}$/.test(random)) throw new RangeError('A txid needs 18 random letters and digits');
  return `F${String(invoiceId).padStart(12, '0')}${random.slice(0, RANDOM)}`;
}

/** `1234.56` */
export const pixAmount = (amount: Cents) => `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/** Centavos of an amount as the API writes it; undefined when it is not one. */
export function readPixAmount(text: string): Cents | undefined {
  const parts = /^(\d{1,10})\.(\d{2})$/.exec(text);
  return parts ? Number(parts[1]) * 100 + Number(parts[2]) : undefined;
}

const LONGEST_NAME = 200;
export const LONGEST_MESSAGE = 140;

/** With the digits of the CPF, or the CNPJ. */
export type Payer = { name: string; document: string };

export const debtorOf = ({ name, document }: Payer) => ({
  ...(document.length === 14 ? { cnpj: document } : { cpf: document }),
  nome: truncate(name, LONGEST_NAME),
});

type Charged = {
  terms: PixChargeTerms;
  payer: Payer;
  pix_key: string;
  /** Month of the rent, as printed: `novembro de 2026`. */
  month: string;
};

/** Body of `PUT /cobv/{txid}`, and of a `PATCH` of the same charge. */
export const pixChargeBody = ({ terms, payer, pix_key, month }: Charged) => ({
  calendario: { dataDeVencimento: terms.due_date, validadeAposVencimento: terms.valid_days },
  devedor: debtorOf(payer),
  valor: { original: pixAmount(terms.amount) },
  chave: pix_key,
  solicitacaoPagador: truncate(`Aluguel de ${month}, vence em ${formatDate(terms.due_date)}`, LONGEST_MESSAGE),
});

/** What a Pix is made of, as the bank reports it (`componentesValor`). */
export type PixComponents = Partial<Record<'original' | 'multa' | 'juros' | 'abatimento' | 'desconto', Cents>>;

export type PixParts = { fine: Cents; interest: Cents; discount: Cents };

/**
 * Late charges and discount that the bank reports for a payment.
 * @returns undefined where it reports the amount alone, or parts that don't add up to it: our books then decide.
 */
export function pixParts(amount: Cents, told: PixComponents | undefined): PixParts | undefined {
  if (told?.original === undefined) return undefined;
  const { original, multa: fine = 0, juros: interest = 0, abatimento = 0, desconto = 0 } = told;
  const discount = abatimento + desconto;
  if (fine + interest + discount === 0) return undefined;
  return original + fine + interest - discount === amount ? { fine, interest, discount } : undefined;
}
