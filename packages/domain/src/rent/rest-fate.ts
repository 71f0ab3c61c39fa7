import { addDays, addMonths, type CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';

/** Choices for the difference between the amount owed and the amount received: three for less, two for more. */
export const REST_FATES = {
  OPEN_BALANCE: 'Saldo em aberto',
  NEXT_INVOICE: 'Na próxima fatura',
  WAIVED: 'Dispensado',
  CREDIT: 'Crédito na próxima fatura',
  RETURN: 'A devolver ao inquilino',
} as const;
export type RestFate = keyof typeof REST_FATES;

const OF_LESS: readonly RestFate[] = ['OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED'];

/** Whether a payment that leaves `rest` allows the fate: above zero less was received than owed, below zero more. */
export const fits = (fate: RestFate, rest: Cents): boolean => rest !== 0 && OF_LESS.includes(fate) === rest > 0;

/** Whether the fate needs another invoice of the contract; an ended one has none. */
export const needsNextInvoice = (fate: RestFate): boolean => fate === 'NEXT_INVOICE' || fate === 'CREDIT';

/** Default where no user chooses, as with a bank's file. */
export function proposedFate(rest: Cents): RestFate | undefined {
  if (rest === 0) return undefined;
  return rest > 0 ? 'OPEN_BALANCE' : 'CREDIT';
}

/** A user's choice for the difference. */
export type RestChoice = {
  fate: RestFate;
  /** For an open balance. */
  due_date?: CalendarDate | undefined;
  /** For a waiver. */
  reason?: string | null | undefined;
};

type Circumstances = {
  rest: Cents;
  /** The contract issues another invoice. */
  continues: boolean;
  mayWaive: boolean;
  /** The invoice is an instalment of a debt agreement: what is missing stays in the agreement. */
  instalment?: boolean;
};

/** The choices that are offered for a difference, the proposed one first. */
export const fatesFor = ({ rest, continues, mayWaive, instalment = false }: Circumstances): RestFate[] =>
  (Object.keys(REST_FATES) as RestFate[]).filter(
    (fate) =>
      fits(fate, rest) &&
      (continues || !needsNextInvoice(fate)) &&
      (mayWaive || fate !== 'WAIVED') &&
      !(instalment && leavesAgreement(fate)),
  );

const leavesAgreement = (fate: RestFate) => fate === 'NEXT_INVOICE' || fate === 'WAIVED';

export type RestRefusal =
  | 'REST_UNFIT'
  | 'REST_OF_INSTALMENT'
  | 'BALANCE_DAY'
  | 'NO_NEXT_INVOICE'
  | 'REST_UNEXPLAINED'
  | 'REST_NOT_WAIVED';

/** Reason why a choice can't be carried out for a difference other than zero. */
export function restRefusal(
  { fate, due_date, reason }: RestChoice,
  { rest, continues, mayWaive, instalment = false }: Circumstances,
  today: CalendarDate,
): RestRefusal | undefined {
  if (!fits(fate, rest)) return 'REST_UNFIT';
  if (instalment && leavesAgreement(fate)) return 'REST_OF_INSTALMENT';
  if (fate === 'OPEN_BALANCE' && due_date && !isBalanceDay(due_date, today)) return 'BALANCE_DAY';
  if (needsNextInvoice(fate) && !continues) return 'NO_NEXT_INVOICE';
  if (fate !== 'WAIVED') return undefined;
  if (!reason) return 'REST_UNEXPLAINED';
  return mayWaive ? undefined : 'REST_NOT_WAIVED';
}

/** Days until an open balance is due, unless another due date is given. */
const BALANCE_DAYS = 10;
export const balanceDueDate = (today: CalendarDate): CalendarDate => addDays(today, BALANCE_DAYS);

/** A due date in the past would bear charges at once; one a year off is a typo. */
export const isBalanceDay = (day: CalendarDate, today: CalendarDate): boolean =>
  day >= today && day <= addMonths(today, 12);
