import { Button } from '@mantine/core';
import classes from './apply-bar.module.css';
import type { Totals } from './simulation.ts';
import { signed } from './words.ts';

type ApplyBarProps = { totals: Totals; disabled: boolean; onApply: () => void };

/** Floats over the foot of the list while something is chosen. */
export function ApplyBar({ totals: { chosen, difference }, disabled, onApply }: ApplyBarProps) {
  const count = chosen.length;
  return (
    <section aria-label="Aplicar reajustes" className={classes.bar}>
      <span className={classes.says}>
        <strong>{count === 1 ? '1 escolhido' : `${count} escolhidos`}</strong>
        <span>
          {signed(difference)} <span className={classes.monthly}>por mês</span>
        </span>
      </span>
      <Button variant="white" disabled={disabled} onClick={onApply}>
        {count === 1 ? 'Aplicar ao escolhido' : `Aplicar aos ${count} escolhidos`}
      </Button>
    </section>
  );
}
