import { formatPercent } from '@morada/domain/base/money';
import type { ReadjustmentBase } from '@morada/domain/lease/readjustment';
import type { Choice, Simulation } from '#web/features/readjustments/simulation.ts';
import { Figure } from '#web/ui/display/figures.tsx';
import { PercentInput } from '#web/ui/input/number-inputs.tsx';
import { Select } from '#web/ui/input/select.tsx';
import classes from './base-fields.module.css';
import { BASES, NO_PERCENT } from './bases.ts';

type BaseFieldsProps = {
  simulation: Simulation;
  /** Undefined for those who only look. */
  onChange?: (choice: Choice) => void;
};

/** By what a rent is readjusted: an index over its twelve months, or a percentage by hand. */
export function BaseFields({ simulation, onChange }: BaseFieldsProps) {
  const { contract, base, percent, period, waiting } = simulation;
  const whose = `do contrato ${contract.id}`;
  return (
    <div className={classes.base}>
      {onChange ? (
        <Select
          size="xs"
          className={classes.index}
          aria-label={`Índice ${whose}`}
          data={BASES}
          value={base}
          onChange={(value) => value && onChange({ base: value as ReadjustmentBase })}
        />
      ) : (
        <span className={classes.name}>{BASES.find(({ value }) => value === base)?.label}</span>
      )}
      {base === 'MANUAL' ? (
        <PercentInput
          placeholder={NO_PERCENT}
          size="xs"
          className={classes.percent}
          aria-label={`Percentual ${whose}`}
          value={percent}
          onChange={(typed) => onChange?.({ percent: typed })}
        />
      ) : (
        <span className={classes.accumulated} aria-busy={waiting}>
          <strong>{percent === null ? '—' : <Figure>{formatPercent(percent)}</Figure>}</strong>
          {period && <span>{period}</span>}
        </span>
      )}
    </div>
  );
}
