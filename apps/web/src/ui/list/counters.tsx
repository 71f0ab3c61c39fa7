import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Missing } from '#web/ui/display/figures.tsx';
import { Explained, type Explanation } from '#web/ui/display/terms/explained.tsx';
import classes from './counters.module.css';

export type Counter = {
  label: string;
  /** Undefined while it loads, null where it could not be had. */
  value: ReactNode;
  /** One line under the figure. */
  below?: ReactNode;
  /** How the figure is reckoned. */
  hint?: string;
  /** Its lines and where they come from, shown when the figure is pressed. */
  why?: Explanation;
  tone?: 'red';
};

/** The strip of figures above a list. */
export function Counters({ items }: { items: Counter[] }) {
  return (
    <dl className={classes.strip}>
      {items.map(({ label, value, below, hint, why, tone }) => (
        <div key={label} className={classes.cell}>
          <dt className={classes.label}>
            {label}
            {hint && <Hint>{hint}</Hint>}
          </dt>
          <dd className={classes.value} data-tone={tone}>
            <CounterValue value={value} why={why} />
          </dd>
          {below && <dd className={classes.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}

function CounterValue({ value, why }: Pick<Counter, 'value' | 'why'>) {
  if (value === null) return <Missing />;
  if (value === undefined) return <span className={classes.loading} />;
  return why ? <Explained by={why}>{value}</Explained> : value;
}

/** ⓘ with its explanation, on hover, focus or touch. */
export function Hint({ children }: { children: string }) {
  return (
    <Tooltip label={children} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.hint} aria-label={`Como é calculado: ${children}`}>
        <IconInfoCircle size={14} />
      </button>
    </Tooltip>
  );
}
