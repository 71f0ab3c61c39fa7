import { isBusinessDay, nextBusinessDay } from '@morada/domain/base/business-days';
import { addDays, type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import { type Cents, cents, portion, ratio, WHOLE } from '@morada/domain/base/money';

/** A fine, interest or a deduction: `valorPerc` has two decimals, in reais or percent by its `modalidade`. */
type Rule = { modalidade: number; valorPerc: string };
type Discount = {
  modalidade: number;
  valorPerc?: string;
  descontoDataFixa?: { data: string; valorPerc: string }[];
};
export type DueValue = { original: string; multa?: Rule; juros?: Rule; abatimento?: Rule; desconto?: Discount };
export type DueCalendar = { dataDeVencimento: string; validadeAposVencimento: number };
export type Parts = Record<'original' | 'multa' | 'juros' | 'abatimento' | 'desconto' | 'final', Cents>;

/** Days by which a monthly and a yearly rate are divided, which the standard does not define. */
const CALENDAR = { month: 30, year: 360 };
const BUSINESS = { month: 21, year: 252 };

/** Reads `1234.56` of the standard as centavos, or as hundredths of a percent. */
export const hundredths = (text: string): number => Number(text.replace('.', ''));

export const amountText = (amount: Cents) => {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The due date, or the next business day: fine, interest, discount and validity count from it. */
export const effectiveDueDate = ({ dataDeVencimento }: DueCalendar) =>
  nextBusinessDay(dataDeVencimento as CalendarDate);

/** Last day on which a charge can be paid. */
export const lastPayableDay = (calendar: DueCalendar) =>
  nextBusinessDay(addDays(effectiveDueDate(calendar), calendar.validadeAposVencimento));

/** Amount due on `day`. Every part is rounded once, and percentages are of the original amount. */
export function amountDue(value: DueValue, calendar: DueCalendar, day: CalendarDate): Parts {
  const original = hundredths(value.original);
  const due = effectiveDueDate(calendar);
  const isLate = day > due;
  const multa = isLate && value.multa ? once(original, value.multa) : 0;
  const juros = isLate && value.juros ? interest(original, value.juros, due, day) : 0;
  const abatimento = value.abatimento ? once(original, value.abatimento) : 0;
  const largest = original - abatimento - 1;
  const desconto = value.desconto ? Math.min(discount(original, value.desconto, calendar, day), largest) : 0;
  return { original, multa, juros, abatimento, desconto, final: original + multa + juros - abatimento - desconto };
}

/** 1 is an amount, 2 a percentage. */
const once = (original: Cents, { modalidade, valorPerc }: Rule) =>
  modalidade === 1 ? cents(hundredths(valorPerc)) : portion(original, hundredths(valorPerc));

/** 1 to 4: amount a day, percent a day, a month, a year, in calendar days; 5 to 8 the same in business days. */
function interest(original: Cents, { modalidade, valorPerc }: Rule, due: CalendarDate, day: CalendarDate): Cents {
  const inBusinessDays = modalidade > 4;
  const days = inBusinessDays ? businessDaysBetween(due, day) : daysBetween(due, day);
  const { month, year } = inBusinessDays ? BUSINESS : CALENDAR;
  const rate = hundredths(valorPerc);
  const kind = inBusinessDays ? modalidade - 4 : modalidade;
  if (kind === 1) return cents(rate * days);
  return ratio(original, rate * days, WHOLE * (kind === 2 ? 1 : kind === 3 ? month : year));
}

/** 1 and 2 until fixed dates; 3 to 6 for each day of early payment, calendar or business. */
function discount(original: Cents, terms: Discount, calendar: DueCalendar, day: CalendarDate): Cents {
  const { modalidade, valorPerc = '0.00' } = terms;
  if (modalidade <= 2) {
    const due = calendar.dataDeVencimento;
    const reached = (terms.descontoDataFixa ?? [])
      .map((one) => ({ ...one, until: one.data === due ? effectiveDueDate(calendar) : one.data }))
      .toSorted((one, other) => (one.until < other.until ? -1 : 1))
      .find(({ until }) => day <= until);
    return reached ? once(original, { modalidade, valorPerc: reached.valorPerc }) : 0;
  }
  const due = effectiveDueDate(calendar);
  if (day >= due) return 0;
  const days = modalidade % 2 === 1 ? daysBetween(day, due) : businessDaysBetween(day, due);
  const rate = hundredths(valorPerc);
  return modalidade <= 4 ? cents(rate * days) : ratio(original, rate * days, WHOLE);
}

/** Business days after `from`, up to and with `to`. */
function businessDaysBetween(from: CalendarDate, to: CalendarDate): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) count += 1;
  return count;
}
