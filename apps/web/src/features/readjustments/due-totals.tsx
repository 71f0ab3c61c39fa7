import { formatMoney, formatPercent } from '@morada/domain/money';
import { rateBetween } from '@morada/domain/readjustment';
import { Counters } from '#web/ui/counters.tsx';
import classes from './due-totals.module.css';
import type { Simulation, Totals } from './simulation.ts';
import { signed } from './words.ts';

type DueTotalsProps = {
  /** Undefined while the first rows are on their way. */
  totals: Totals | undefined;
  simulations: readonly Simulation[];
};

/** What the chosen rents come to, now and then. */
export function DueTotals({ totals, simulations }: DueTotalsProps) {
  const open = simulations.filter((simulation) => simulation.after === null).length;
  return (
    <section aria-label="Soma dos escolhidos" className={classes.totals}>
      <Counters
        items={[
          {
            label: 'Escolhidos',
            value: totals && `${totals.chosen.length} de ${simulations.length}`,
            below: open > 0 ? `${open} sem percentual` : '\u00a0',
          },
          { label: 'Aluguéis hoje', value: totals && formatMoney(totals.before), below: 'por mês' },
          { label: 'Aluguéis depois', value: totals && formatMoney(totals.after), below: 'por mês' },
          {
            label: 'Diferença',
            value: totals && signed(totals.difference),
            below: totals && totals.before > 0 ? formatPercent(rateBetween(totals.before, totals.after)) : '\u00a0',
          },
        ]}
      />
    </section>
  );
}
