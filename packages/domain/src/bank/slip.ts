import type { CalendarDate } from '../base/calendar.ts';
import type { BasisPoints, Cents } from '../base/money.ts';
import type { Address } from '../property/property.ts';

export type SlipParty = { name: string; document: string; address: Address };

/** A line of an amount, as papers print it. */
export type SlipLine = { name: string; note?: string; amount: Cents };

/** Charges that the bank adds by itself to a late boleto. */
export type BankCharges = {
  fine: { percent: BasisPoints; from: CalendarDate };
  interest: { per_day: Cents; from: CalendarDate };
};

/** Printed content of a boleto, kept as issued: later changes of its invoice or agency do not affect it. */
export type Slip = {
  /** The agency, as beneficiary. */
  beneficiary: SlipParty;
  payer: SlipParty;
  /** «Número do documento». */
  document_number: string;
  /** As the bank prints them. */
  nosso_numero: string;
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
