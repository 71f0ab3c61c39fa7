import { addDays, type CalendarDate, daysBetween } from '../base/calendar.ts';
import { type Cents, portion } from '../base/money.ts';
import { lateCharges } from '../rent/late-charges.ts';
import type { BoletoBankCode } from './boleto-banks.ts';
import type { BankCharges } from './slip.ts';

/** Banks at which boletos can be registered by calls. */
export type BoletoApiBank = Extract<BoletoBankCode, '001' | '077' | '756'>;

/** ANY_DAY: the bank's form has a first day for it. FIRST_LATE_DAY: it begins on the day after the due date. */
type Beginning = 'ANY_DAY' | 'FIRST_LATE_DAY';

/**
 * Days that a registration by call can say.
 * - Banco do Brasil, cobranças v2: `multa.data`; `jurosMora` has no date.
 * - Inter, cobrança v3: neither `multa` nor `mora` has a date.
 * - Sicoob, cobrança bancária v3: `dataMulta` and `dataJurosMora`.
 */
const FORMS: Record<BoletoApiBank, { fine: Beginning; interest: Beginning }> = {
  '001': { fine: 'ANY_DAY', interest: 'FIRST_LATE_DAY' },
  '077': { fine: 'FIRST_LATE_DAY', interest: 'FIRST_LATE_DAY' },
  '756': { fine: 'ANY_DAY', interest: 'ANY_DAY' },
};

/**
 * What of the contract's late charges the bank can be asked for; null: nothing. A part that it can't say is zero, so that a
 * payer is never charged before the contract's day.
 */
export function agreedCharges(bank: BoletoApiBank, wanted: BankCharges, dueDate: CalendarDate): BankCharges | null {
  const form = FORMS[bank];
  const firstDay = addDays(dueDate, 1);
  const fits = (beginning: Beginning, from: CalendarDate) => beginning === 'ANY_DAY' || from === firstDay;
  const fine = fits(form.fine, wanted.fine.from) ? wanted.fine : { ...wanted.fine, percent: 0 };
  const interest = fits(form.interest, wanted.interest.from) ? wanted.interest : { ...wanted.interest, per_day: 0 };
  return fine.percent > 0 || interest.per_day > 0 ? { fine, interest } : null;
}

type Parts = { fine: Cents; interest: Cents };

/** What the bank adds to a boleto of `amount` that is paid on `day`. */
export function chargesAtBank(amount: Cents, agreed: BankCharges | null, day: CalendarDate): Parts {
  if (!agreed) return { fine: 0, interest: 0 };
  const { fine, interest } = agreed;
  const daysOfInterest = Math.max(0, daysBetween(interest.from, day) + 1);
  return { fine: day >= fine.from ? portion(amount, fine.percent) : 0, interest: interest.per_day * daysOfInterest };
}

/**
 * What the contract asks for on `day` beyond what the bank adds; negative where the bank adds more. Interest that both count
 * differs by the rounding of a day's interest, which the bank multiplies.
 */
export function chargeDifference(
  boleto: { amount: Cents; due_date: CalendarDate; agreed: BankCharges | null },
  day: CalendarDate,
  setting: { fromBusinessDay: boolean },
): Parts {
  const owed = lateCharges(boleto.amount, boleto.due_date, day, setting);
  const added = chargesAtBank(boleto.amount, boleto.agreed, day);
  return { fine: owed.fine - added.fine, interest: owed.interest - added.interest };
}
