import { formatMoney, formatPercent } from '@morada/domain/money';
import { rateBetween } from '@morada/domain/readjustment';
import { Counters } from '#web/ui/counters.tsx';
import classes from './due-totals.module.css';
import type { Simulation, Totals } from './simulation.ts';
import { signed } from './words.ts';

type DueTotalsProps = { totals: Totals; simulations: readonly Simulation[] };

/** What the chosen rents come to, now and then. */
export function DueTotals({ totals: { chosen, before, after, difference }, simulations }: DueTotalsProps) {
  const open = simulations.filter((simulation) => simulation.after === null).length;
  return (
    <section aria-label="Soma dos escolhidos" className={classes.totals}>
      <Counters
        items={[
          {
            label: 'Escolhidos',
            value: `${chosen.length} de ${simulations.length}`,
            below: open > 0 ? `${open} sem percentual` : undefined,
          },
          { label: 'Aluguéis hoje', value: formatMoney(before), below: 'por mês' },
          { label: 'Aluguéis depois', value: formatMoney(after), below: 'por mês' },
          {
            label: 'Diferença',
            value: signed(difference),
            below: before > 0 ? formatPercent(rateBetween(before, after)) : undefined,
          },
        ]}
      />
    </section>
  );
}
