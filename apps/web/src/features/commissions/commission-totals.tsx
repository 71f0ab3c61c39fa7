import { formatMoney } from '@morada/domain/base/money';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import { totalsOf } from './commission-figures.ts';
import type { CommissionPage } from './commission-queries.ts';
import classes from './commission-totals.module.css';

/** The foot of the list: what all its pages come to. */
export function CommissionTotals({ figures }: { figures: CommissionPage }) {
  return (
    <section className={classes.totals} aria-label="Totais do período">
      <h2 className={classes.title}>Totais do período</h2>
      <dl className={classes.figures}>
        {totalsOf(figures).map(({ label, amount, ...why }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd>
              <Explained by={why}>{formatMoney(amount)}</Explained>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
