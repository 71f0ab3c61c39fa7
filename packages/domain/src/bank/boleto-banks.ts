import { type CalendarDate, yearOf } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { type Boleto, barcode, digitableLine } from './boleto.ts';
import { bancoDoBrasil } from './boleto-banks/banco-do-brasil.ts';
import type {
  Agreement,
  AgreementField,
  AgreementProblem,
  BoletoBank,
  BoletoBankCode,
  FreeFieldReading,
  NossoNumero,
} from './boleto-banks/boleto-bank.ts';
import { bradesco } from './boleto-banks/bradesco.ts';
import { caixa } from './boleto-banks/caixa.ts';
import { inter } from './boleto-banks/inter.ts';
import { itau } from './boleto-banks/itau.ts';
import { santander } from './boleto-banks/santander.ts';
import { sicoob } from './boleto-banks/sicoob.ts';
import { sicredi } from './boleto-banks/sicredi.ts';

export type { Agreement, AgreementField, AgreementProblem, BoletoBank, BoletoBankCode, NossoNumero };

/** Banks at which boletos can be issued, by code. */
export const BOLETO_BANKS: readonly BoletoBank[] = [
  bancoDoBrasil,
  santander,
  inter,
  caixa,
  bradesco,
  itau,
  sicredi,
  sicoob,
];

export function boletoBank(code: string): BoletoBank | undefined {
  return BOLETO_BANKS.find((bank) => bank.code === code);
}

/** @throws RangeError for a bank that has no rules here. */
function bankOf({ bank }: Pick<Agreement, 'bank'>): BoletoBank {
  const found = boletoBank(bank);
  if (!found) throw new RangeError(`No boletos of bank ${bank}`);
  return found;
}

/** Problems that keep an agreement from being used, each with its field. */
export function agreementProblems(agreement: Agreement): AgreementProblem[] {
  const bank = bankOf(agreement);
  const problems = bank.fields.flatMap((field) => {
    const message = fieldProblem(field, agreement[field.key] ?? '');
    return message ? [{ field: field.key, message }] : [];
  });
  return problems.length > 0 ? problems : (bank.problems?.(agreement) ?? []);
}

function fieldProblem({ label, length, digit }: AgreementField, value: string): string | undefined {
  if (value === '') return `Preencha: ${label}`;
  if (digit) return /^[\dPX]$/i.test(value) ? undefined : `${label}: um número, X ou P`;
  const lengths = 'upTo' in length ? `até ${length.upTo}` : length.oneOf.join(' ou ');
  const fits = 'upTo' in length ? value.length <= length.upTo : length.oneOf.includes(value.length);
  return fits && /^\d+$/.test(value) ? undefined : `${label}: ${lengths} números`;
}

export type IssuedBoleto = {
  nosso_numero: NossoNumero;
  barcode: string;
  digitable_line: string;
  /** As printed on the boleto. */
  beneficiary: string;
  wallet: string;
};

/**
 * Numbers and barcode of a boleto by its bank's rules.
 * @param issue.number the agreement's running number, from 1.
 * @throws RangeError when the number or the amount does not fit, or the agreement is incomplete.
 */
export function issueBoleto(
  agreement: Agreement,
  issue: { number: number; issued_on: CalendarDate; due_date: CalendarDate | null; amount: Cents },
): IssuedBoleto {
  const bank = bankOf(agreement);
  const { number, issued_on, due_date, amount } = issue;
  if (!Number.isSafeInteger(number) || number < 1 || number > bank.lastNumber(agreement)) {
    throw new RangeError(`${number} is not a number a boleto of ${bank.name} can have`);
  }
  const nosso_numero = bank.nossoNumero(agreement, number, yearOf(issued_on));
  const free_field = bank.freeField(agreement, nosso_numero, amount);
  const code = barcode({ bank: bank.code, amount, due_date, free_field });
  return {
    nosso_numero,
    barcode: code,
    digitable_line: digitableLine(code),
    beneficiary: bank.beneficiary(agreement),
    wallet: bank.wallet(agreement),
  };
}

/**
 * Number and agreement, read back from a boleto's free field; undefined for a bank that is not one of these.
 * @internal The tests read printed boletos with it.
 */
export function readFreeField({ bank, free_field }: Pick<Boleto, 'bank' | 'free_field'>): FreeFieldReading | undefined {
  return boletoBank(bank)?.readFreeField(free_field);
}
