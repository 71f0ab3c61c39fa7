import { formatMoney, formatPercent } from '@morada/domain/base/money';
import { rateBetween } from '@morada/domain/lease/readjustment';
import type { Simulation, Totals } from '#web/features/readjustments/simulation.ts';
import { signed } from '#web/features/readjustments/words.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import classes from './due-totals.module.css';

/** Moves "por mês" into the label, which saves a line. */
const monthly = ({ label, value }: Counter): Counter => ({ label: `${label}, por mês`, value });

type DueTotalsProps = {
  /** Undefined while the first rows are on their way. */
  totals: Totals | undefined;
  simulations: readonly Simulation[];
  /** The bar below says how many are chosen and what they differ by: on a phone that is enough. */
  barred: boolean;
};

/** Totals of the chosen rents, before and after. */
export function DueTotals({ totals, simulations, barred }: DueTotalsProps) {
  const phone = usePhone();
  const open = simulations.filter((simulation) => simulation.after === null).length;
  const chosen = {
    label: 'Escolhidos',
    value: totals && `${totals.chosen.length} de ${simulations.length}`,
    below: open > 0 ? `${open} sem percentual` : '\u00a0',
  };
  const today = { label: 'Aluguéis hoje', value: totals && formatMoney(totals.before), below: 'por mês' };
  const then = { label: 'Aluguéis depois', value: totals && formatMoney(totals.after), below: 'por mês' };
  const difference = {
    label: 'Diferença',
    value: totals && signed(totals.difference),
    below: totals && totals.before > 0 ? formatPercent(rateBetween(totals.before, totals.after)) : '\u00a0',
  };
  return (
    <section aria-label="Soma dos escolhidos" className={classes.totals}>
      <Counters items={phone && barred ? [monthly(today), monthly(then)] : [chosen, today, then, difference]} />
    </section>
  );
}
