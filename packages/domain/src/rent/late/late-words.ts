import { type Cents, formatAmount, formatMoney, formatPercent } from '../../base/money.ts';
import { DAILY_INTEREST, FINE, FIRST_LATE_DAY } from './late-charges.ts';

type Charges = { days: number; fine: Cents; interest: Cents };

/** One charge with its amount and explanation. */
export type ChargeLine = {
  label: string;
  note: string;
  amount: Cents;
  /** Factors of the amount: "10% × 2.811,30". */
  factors?: string | undefined;
  why: { title: string; rule: string; sum?: string | undefined };
};

/** Multa and Juros on price + fees, by their rules; `now` are the current amounts when a user edited them. */
export function chargeLines(
  base: Cents,
  { days, fine, interest }: Charges,
  now: { fine: Cents; interest: Cents } = { fine, interest },
): { fine: ChargeLine; interest: ChargeLine } {
  const counted = days - FIRST_LATE_DAY;
  const times = counted === 1 ? '1 dia' : `${counted} dias`;
  const factors = {
    fine: fine > 0 ? `${formatPercent(FINE)} × ${formatAmount(base)}` : undefined,
    interest: interest > 0 ? `${formatPercent(DAILY_INTEREST)} × ${times} × ${formatAmount(base)}` : undefined,
  };
  return {
    fine: {
      label: 'Multa',
      note: `${formatPercent(FINE)} a partir do ${FIRST_LATE_DAY}º dia`,
      amount: now.fine,
      factors: factors.fine,
      why: {
        title: `Multa de ${formatMoney(now.fine)}`,
        rule: (counted >= 0 && fine === 0 ? NO_FINE_RULE : FINE_RULE) + changed(now.fine, fine),
        sum: factors.fine && `${factors.fine} = ${formatAmount(fine)}`,
      },
    },
    interest: {
      label: 'Juros',
      note: `${formatPercent(DAILY_INTEREST)} ao dia${counted > 0 ? `, ${times}` : ''}`,
      amount: now.interest,
      factors: factors.interest,
      why: {
        title: `Juros de ${formatMoney(now.interest)}`,
        rule: INTEREST_RULE + changed(now.interest, interest),
        sum: factors.interest && `${factors.interest} = ${formatAmount(interest)}`,
      },
    },
  };
}

const FINE_RULE = `Do 1º ao ${FIRST_LATE_DAY - 1}º dia não há multa. A partir do ${FIRST_LATE_DAY}º dia: ${formatPercent(FINE)} sobre aluguel e taxas.`;
const NO_FINE_RULE = 'O saldo é só de multa e juros: não leva multa de novo.';
const INTEREST_RULE = `Depois do ${FIRST_LATE_DAY}º dia de atraso: ${formatPercent(DAILY_INTEREST)} ao dia sobre aluguel e taxas.`;

const changed = (now: Cents, byRule: Cents) =>
  now === byRule ? '' : ` Alterado: pela regra seria ${formatMoney(byRule)}.`;
