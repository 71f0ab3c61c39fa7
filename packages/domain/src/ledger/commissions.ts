import { formatMonth, type Reference } from '../base/calendar.ts';
import { type BasisPoints, type Cents, formatAmount, formatPercent } from '../base/money.ts';

type Received = { rent: Cents; fees: Cents };

/** Rents received and their fees: by month, and within one month by the rate of the fee. */
export type ReceivedRents = {
  months: readonly (Received & { month: Reference })[];
  rates?: readonly (Received & { rate: BasisPoints })[] | undefined;
};

/** Totals of a period: rents received, and their destination. */
export type CommissionTotals = {
  /** Rent received. */
  total: Cents;
  /** Administration fees. */
  commissions: Cents;
  /** The agency's share of late charges. */
  late: Cents;
  /** To the owners. */
  transfers: Cents;
};

type Line = { name: string; note?: string; amount: Cents };

/** Parts of each total. */
export function commissionLines(
  { total, commissions, late, transfers }: CommissionTotals,
  { months, rates }: ReceivedRents,
): Record<'sum' | 'total' | 'commissions' | 'transfers', Line[]> {
  return {
    sum: withoutZeros([
      { name: 'Taxas de administração', amount: commissions },
      { name: 'Multas e juros', note: 'parte da imobiliária', amount: late },
    ]),
    total: withoutZeros(
      months.map(({ month, rent }) => ({ name: `Recebidos em ${formatMonth(month)}`, amount: rent })),
    ),
    commissions: withoutZeros(
      rates?.map(({ rate, ...received }) => feeLine(`Contratos a ${formatPercent(rate)}`, received)) ??
        months.map(({ month, ...received }) => feeLine(`Taxas de ${formatMonth(month)}`, received)),
    ),
    transfers: withoutZeros([
      { name: 'Aluguéis recebidos', amount: total },
      { name: 'Taxas de administração', amount: 0 - commissions },
      {
        name: 'Extras',
        note: 'taxas do imóvel, valores extras, multas e juros que seguem para o proprietário',
        amount: transfers - total + commissions,
      },
    ]),
  };
}

const withoutZeros = (lines: Line[]) => lines.filter(({ amount }) => amount !== 0);

const feeLine = (name: string, { rent, fees }: Received): Line => ({
  name,
  note: `${formatAmount(rent)} de aluguel`,
  amount: fees,
});
