import { type CalendarDate, daysBetween } from '../base/calendar.ts';
import { type BasisPoints, type Cents, portion } from '../base/money.ts';
import type { Address } from '../property/property.ts';

export type SlipParty = { name: string; document: string; address: Address };

/** A line of an amount, as papers print it. */
export type SlipLine = { name: string; note?: string; amount: Cents };

/** Charges that the bank adds by itself to a late boleto. */
export type BankCharges = {
  fine: { percent: BasisPoints; from: CalendarDate };
  /** `monthly`: agreed as a rate of a month of thirty days, which the bank rounds once; else as `per_day`, rounded. */
  interest: { per_day: Cents; monthly?: BasisPoints; from: CalendarDate };
};

/** Interest of a late boleto from `from` until a day, both included. */
export function bankInterest(
  { per_day, monthly, from }: BankCharges['interest'],
  amount: Cents,
  day: CalendarDate,
): Cents {
  const days = Math.max(0, daysBetween(from, day) + 1);
  return monthly === undefined ? per_day * days : portion(amount, (monthly * days) / DAYS_OF_MONTH);
}

const DAYS_OF_MONTH = 30;

/** Printed content of a boleto, kept as issued: later changes of its invoice or agency do not affect it. */
export type Slip = {
  /** The agency, as beneficiary. */
  beneficiary: SlipParty;
  payer: SlipParty;
  /** «Número do documento». */
  document_number: string;
  /** As the bank prints it; null until a bank that assigns the numbers itself has reported it. */
  nosso_numero: string | null;
  /** As the bank prints them. */
  beneficiary_code: string;
  wallet: string;
  /** Subject of the payment: `Aluguel de outubro de 2026, Rua São Mateus, 915`. */
  about: string;
  /** Lines that make up the amount. */
  lines: SlipLine[];
  /** «Instruções», one line each. */
  instructions: string[];
  /** With charges at the bank a late boleto stays payable; null: the bank accepts the printed amount only. */
  bank_charges: BankCharges | null;
};
