import { addDays, addToReference, type CalendarDate, type Reference } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import { DEPARTMENTS, type Department } from './cash.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from './ledger.ts';

/** Amount moved by a ledger account in a month, by department; `input` marks money received. */
export type Movement = {
  month: Reference;
  account: LedgerAccount;
  department: Department;
  input: boolean;
  amount: Cents;
};

export type IncomeLine = { name: string; amount: Cents };

/** A figure with the lines that add up to it. */
type Explained = { amount: Cents; lines: IncomeLine[] };

export type Income = Record<'gross' | 'net' | 'fees', Explained>;

/**
 * Three figures of the finance pages. Gross is all that was received, the owners' part included; fees are the agency's
 * own part of the rents; net is the agency's result, so extra values that stay with it, or that it bears, count as well.
 */
export function incomeOf(movements: readonly Movement[]): Income {
  // Revenue accounts are credited, below zero.
  const earned = (...accounts: LedgerAccount[]) =>
    0 - sum(movements.filter(({ account }) => accounts.includes(account)).map(({ amount }) => amount));
  const received = (department: Department) =>
    sum(
      movements
        .filter((one) => one.account === 'CASH' && one.input && one.department === department)
        .map(({ amount }) => amount),
    );
  const name = (account: LedgerAccount) => LEDGER_ACCOUNTS[account].name;
  const fees = explained([
    { name: name('ADMIN_FEES'), amount: earned('ADMIN_FEES') },
    { name: name('LATE_CHARGES'), amount: earned('LATE_CHARGES') },
  ]);
  return {
    gross: explained([
      { name: DEPARTMENTS.RENT, amount: received('RENT') },
      { name: DEPARTMENTS.SALE, amount: received('SALE') },
      { name: name('OTHER_INCOME'), amount: received('OTHER') },
    ]),
    net: explained([
      { name: 'Taxas', amount: fees.amount },
      { name: name('EXTRA_VALUES'), amount: earned('EXTRA_VALUES') },
      { name: name('SALES'), amount: earned('SALES') },
      { name: name('OTHER_INCOME'), amount: earned('OTHER_INCOME') },
      { name: name('EXPENSES'), amount: earned('EXPENSES') },
      { name: name('PEOPLE_COMMISSIONS'), amount: earned('PEOPLE_COMMISSIONS') },
    ]),
    fees,
  };
}

const explained = (lines: IncomeLine[]): Explained => ({
  amount: sum(lines.map((line) => line.amount)),
  lines: lines.filter((line) => line.amount !== 0),
});

/** As the specification spells them. */
export const INCOME_SERIES = { gross: 'Renda Bruta', net: 'Renda Liquida', fees: 'Taxas' } as const;
export type IncomePoint<Step = Reference> = {
  date: Step;
  value: Cents;
  type: (typeof INCOME_SERIES)[keyof typeof INCOME_SERIES];
};

/** The same figures by month, including months without movements. */
export function incomeByMonth(movements: readonly Movement[], from: Reference, to: Reference): IncomePoint[] {
  const points: IncomePoint[] = [];
  for (let date = from; date <= to; date = addToReference(date, 1)) {
    points.push(
      ...incomePoints(
        date,
        movements.filter(({ month }) => month === date),
      ),
    );
  }
  return points;
}

/** The same figures by day, for a period within one month. */
export function incomeByDay(
  movements: readonly (Movement & { day: CalendarDate })[],
  from: CalendarDate,
  to: CalendarDate,
): IncomePoint<CalendarDate>[] {
  const points: IncomePoint<CalendarDate>[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    points.push(
      ...incomePoints(
        date,
        movements.filter(({ day }) => day === date),
      ),
    );
  }
  return points;
}

function incomePoints<Step>(date: Step, movements: readonly Movement[]): IncomePoint<Step>[] {
  const { gross, net, fees } = incomeOf(movements);
  return [
    { date, value: gross.amount, type: INCOME_SERIES.gross },
    { date, value: net.amount, type: INCOME_SERIES.net },
    { date, value: fees.amount, type: INCOME_SERIES.fees },
  ];
}

export const RENT_SERIES = { received: 'Recebido', transferred: 'Repassado', fees: 'Taxas' } as const;
export type RentPoint = { date: Reference; value: Cents; type: (typeof RENT_SERIES)[keyof typeof RENT_SERIES] };

/** Rents alone, by month: received, transferred to owners, and kept by the agency. */
export function rentsByMonth(movements: readonly Movement[], from: Reference, to: Reference): RentPoint[] {
  const points: RentPoint[] = [];
  for (let date = from; date <= to; date = addToReference(date, 1)) {
    const ofMonth = movements.filter(({ month }) => month === date);
    const cash = (input: boolean) =>
      sum(
        ofMonth
          .filter((one) => one.account === 'CASH' && one.department === 'RENT' && one.input === input)
          .map(({ amount }) => amount),
      );
    points.push(
      { date, value: cash(true), type: RENT_SERIES.received },
      { date, value: 0 - cash(false), type: RENT_SERIES.transferred },
      { date, value: incomeOf(ofMonth).fees.amount, type: RENT_SERIES.fees },
    );
  }
  return points;
}
