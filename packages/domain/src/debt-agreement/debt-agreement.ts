import { addDays, addMonths, type CalendarDate, daysBetween, earlier } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type BasisPoints, type Cents, formatPercent } from '../base/money.ts';

/**
 * Life of a debt agreement. When it is broken or cancelled, the original debt is open again; `reinstate` reverts that
 * while nothing of the debt was paid.
 */
export const debtAgreementLife = lifeCycle({
  OFFERED: {
    accept: to('ACCEPTED', 'replaceDebt', 'callOffOffer'),
    cancel: to('CANCELLED', 'callOffOffer'),
    expire: to('EXPIRED', 'callOffOffer'),
    keep: refuse('DEBT_AGREEMENT_STATE'),
    break: refuse('DEBT_AGREEMENT_STATE'),
    reopen: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  ACCEPTED: {
    accept: refuse('DEBT_AGREEMENT_STATE'),
    cancel: to('CANCELLED', 'returnDebt'),
    expire: refuse('DEBT_AGREEMENT_STATE'),
    keep: to('KEPT'),
    break: to('BROKEN', 'returnDebt'),
    reopen: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  KEPT: {
    accept: refuse('DEBT_AGREEMENT_STATE'),
    cancel: refuse('DEBT_AGREEMENT_STATE'),
    expire: refuse('DEBT_AGREEMENT_STATE'),
    keep: refuse('DEBT_AGREEMENT_STATE'),
    break: refuse('DEBT_AGREEMENT_STATE'),
    reopen: to('ACCEPTED'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  BROKEN: {
    accept: refuse('DEBT_AGREEMENT_STATE'),
    cancel: refuse('DEBT_AGREEMENT_STATE'),
    expire: refuse('DEBT_AGREEMENT_STATE'),
    keep: refuse('DEBT_AGREEMENT_STATE'),
    break: refuse('DEBT_AGREEMENT_STATE'),
    reopen: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: to('ACCEPTED', 'replaceDebt'),
  },
  CANCELLED: {
    accept: refuse('DEBT_AGREEMENT_STATE'),
    cancel: refuse('DEBT_AGREEMENT_STATE'),
    expire: refuse('DEBT_AGREEMENT_STATE'),
    keep: refuse('DEBT_AGREEMENT_STATE'),
    break: refuse('DEBT_AGREEMENT_STATE'),
    reopen: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: to('ACCEPTED', 'replaceDebt'),
  },
  EXPIRED: {
    accept: refuse('DEBT_AGREEMENT_STATE'),
    cancel: refuse('DEBT_AGREEMENT_STATE'),
    expire: refuse('DEBT_AGREEMENT_STATE'),
    keep: refuse('DEBT_AGREEMENT_STATE'),
    break: refuse('DEBT_AGREEMENT_STATE'),
    reopen: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
});
export type DebtAgreementState = StateOf<typeof debtAgreementLife>;

export const DEBT_AGREEMENT_STATES: Readonly<Record<DebtAgreementState, string>> = {
  OFFERED: 'Oferecido',
  ACCEPTED: 'Em vigor',
  KEPT: 'Cumprido',
  BROKEN: 'Rompido',
  CANCELLED: 'Cancelado',
  EXPIRED: 'Vencido sem aceite',
};

/** By what an agreement was accepted. */
export const ACCEPTED_HOW = {
  CLIENT_AREA: 'Na área do cliente',
  PAPER: 'Em papel',
  SIGNATURE: 'Com assinatura eletrônica',
} as const;
export type AcceptedHow = keyof typeof ACCEPTED_HOW;

/** Limits that an agency sets for the terms of an agreement. */
export type DebtAgreementLimits = {
  instalments: number;
  charges_off: BasisPoints;
  rent_off: BasisPoints;
};

/** Most instalments that an agency can allow. */
export const MOST_INSTALMENTS = 24;
/** One percent a month, the custom of late rent; more would be usury (Decreto 22.626/1933). */
export const MOST_MONTHLY_INTEREST: BasisPoints = 100;
/** Days from the offer to the first instalment, at most. */
const MOST_DAYS_TO_FIRST = 45;
/** No instalment is below R$ 1,00. */
const LEAST_INSTALMENT: Cents = 100;

export type DebtAgreementTerms = {
  instalments: number;
  first_due: CalendarDate;
  /** Amount of the first instalment without interest; null: all are equal. */
  first_amount: Cents | null;
  /** Discount on fine and interest of the invoices. */
  charges_off: BasisPoints;
  /** Discount on the rent. */
  rent_off: BasisPoints;
  /** Simple interest a month, from the first instalment's due date to that of each one. */
  monthly_interest: BasisPoints;
};

export type TermsRefusal =
  | 'TOO_MANY_INSTALMENTS'
  | 'CHARGES_OFF_ABOVE'
  | 'RENT_OFF_ABOVE'
  | 'FIRST_DUE_OUT_OF_RANGE'
  | 'FIRST_AMOUNT_OUT_OF_RANGE'
  | 'INSTALMENT_TOO_SMALL';

/** Reason why these terms can't be offered for an agreed debt of `agreed`, before interest. */
export function termsRefusal(
  terms: DebtAgreementTerms,
  limits: DebtAgreementLimits,
  { agreed, today }: { agreed: Cents; today: CalendarDate },
): TermsRefusal | undefined {
  const { instalments, first_amount } = terms;
  if (instalments > Math.min(limits.instalments, MOST_INSTALMENTS)) return 'TOO_MANY_INSTALMENTS';
  if (terms.charges_off > limits.charges_off) return 'CHARGES_OFF_ABOVE';
  if (terms.rent_off > limits.rent_off) return 'RENT_OFF_ABOVE';
  const days = daysBetween(today, terms.first_due);
  if (days < 0 || days > MOST_DAYS_TO_FIRST) return 'FIRST_DUE_OUT_OF_RANGE';
  if (first_amount === null) return agreed < LEAST_INSTALMENT * instalments ? 'INSTALMENT_TOO_SMALL' : undefined;
  const others = LEAST_INSTALMENT * (instalments - 1);
  const isWhole = instalments === 1 ? first_amount === agreed : agreed - first_amount >= others;
  return first_amount >= LEAST_INSTALMENT && isWhole ? undefined : 'FIRST_AMOUNT_OUT_OF_RANGE';
}

/** The limit in words, for the refusal of a discount. */
export const limitInWords = (limit: BasisPoints) =>
  limit === 0 ? 'não é permitido' : `vai até ${formatPercent(limit)}`;

/** Last day on which an offer can be accepted, never after the due date of the first instalment. */
export const validUntil = (offered: CalendarDate, days: number, first_due: CalendarDate): CalendarDate =>
  earlier(addDays(offered, days), first_due);

export const instalmentDueDate = (first_due: CalendarDate, number: number): CalendarDate =>
  addMonths(first_due, number - 1);

/** Days of grace for an unpaid instalment: `first_days` for the first one, which confirms the agreement. */
export type BreakRule = { first_days: number; break_days: number };

/**
 * First day on which an agreement is broken by its open instalments (and the open balances of instalments); undefined
 * when none is open.
 */
export function breaksOn(
  open: readonly { instalment: number; due_date: CalendarDate }[],
  { first_days, break_days }: BreakRule,
): CalendarDate | undefined {
  const days = open.map(({ instalment, due_date }) =>
    addDays(due_date, 1 + (instalment === 1 ? first_days : break_days)),
  );
  return days.length === 0 ? undefined : days.reduce(earlier);
}
