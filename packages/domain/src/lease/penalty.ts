import { addDays, type CalendarDate, later, type Period, periodBetween, periodText } from '../base/calendar.ts';
import { type Cents, formatMoney, formatPercent, ratio } from '../base/money.ts';

/** Penalty for leaving early, as the contract sets it: a number of rents, or an amount. */
export type AgreedPenalty = { rents: number } | { amount: Cents };

export type Penalty = {
  /** As agreed, for the whole term. */
  full: Cents;
  /** In proportion to the time left. */
  amount: Cents;
  left: Period;
  term: Period;
};

/** A month of a lease counts as 30 days when part of one is expressed in months. */
const MONTH = 30;

const commercialDays = ({ months, days }: Period) => months * MONTH + days;

/**
 * Lei 8.245, art. 4º: the agreed penalty in proportion to the time left, which custom counts in months (agreed ÷ months
 * of the term × months left) and here the days that make no whole month as thirtieths. Nothing is due from the day the
 * term ends, nor after it, when the lease runs without a term.
 * @param contract.start_date the first day of the term in force.
 * @param contract.current_price the rent being charged: "três aluguéis" are of the time of leaving.
 * @param on the last day the tenant has the property.
 */
export function proportionalPenalty(
  contract: { start_date: CalendarDate; end_date: CalendarDate; current_price: Cents },
  agreed: AgreedPenalty,
  on: CalendarDate,
): Penalty {
  const { start_date, end_date, current_price } = contract;
  const over = addDays(end_date, 1);
  const term = periodBetween(start_date, over);
  const left = on >= end_date ? { months: 0, days: 0 } : periodBetween(later(addDays(on, 1), start_date), over);
  const full = 'rents' in agreed ? agreed.rents * current_price : agreed.amount;
  return { full, amount: ratio(full, commercialDays(left), commercialDays(term)), left, term };
}

/** `R$ 7.050,00 × 6 meses e 11 dias ÷ 30 meses` */
export function penaltyWords({ full, left, term }: Penalty): string {
  return `${formatMoney(full)} × ${periodText(left)} ÷ ${periodText(term)}`;
}

/** Whether the tenant leaves a lease that runs without a term: no penalty, since the agreed one covered the term. */
export const leavesWithoutTerm = (
  { end_date, ends_at_term }: { end_date: CalendarDate; ends_at_term: boolean },
  on: CalendarDate,
) => !ends_at_term && on > end_date;

/** Shown in place of a sum: the tenant owes notice instead. */
export const NO_TERM_WORDS = 'Prazo indeterminado: sem multa, com aviso por escrito de 30 dias (Lei 8.245, art. 6º)';

/** Hundredths of a rent: `3 aluguéis`, `1 aluguel`, `2,5 aluguéis` */
export function rentsText(hundredths: number): string {
  const count = formatPercent(hundredths).slice(0, -1);
  return count === '1' ? '1 aluguel' : `${count} aluguéis`;
}

export const PENALTY_WAIVERS = {
  JOB_TRANSFER: 'Transferência de emprego avisada por escrito com 30 dias (Lei 8.245, art. 4º, parágrafo único)',
  AGREEMENT: 'Acordo com o proprietário',
  OTHER: 'Outro motivo',
} as const;

/** `note` explains the reason `OTHER`. */
export type PenaltyWaiver = { reason: keyof typeof PENALTY_WAIVERS; note?: string | null | undefined };

/** Waiving a penalty needs a reason that can be read later. */
export function isWaiverExplained({ reason, note }: PenaltyWaiver): boolean {
  return reason !== 'OTHER' || Boolean(note?.trim());
}

export function waiverWords({ reason, note }: PenaltyWaiver): string {
  const said = note?.trim();
  if (reason === 'OTHER') return said || PENALTY_WAIVERS.OTHER;
  return [PENALTY_WAIVERS[reason], said].filter(Boolean).join(': ');
}
