import { Button } from '@mantine/core';
import type { RulerStep } from '@morada/contract/collection/collection';
import { stepDaysText } from '@morada/domain/collection/ruler';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import type { SharedRecord } from '#web/ui/overlay/use-record.tsx';
import { stepWords } from './collection-words.ts';
import classes from './step-list.module.css';

const StepWindow = lazyWindow(
  () => import('./step-window.tsx'),
  ({ StepWindow }) => StepWindow,
);

type StepListProps = {
  steps: readonly RulerStep[];
  /** Where a step is saved at once: the record that it is part of. */
  ruler?: SharedRecord | undefined;
  /** Absent: only to be read. */
  onChange?: ((steps: RulerStep[]) => Promise<unknown>) | undefined;
};

const byDay = (one: RulerStep, other: RulerStep) => one.days - other.days;

/** Steps of a ruler in their order. */
export function StepList({ steps, ruler, onChange }: StepListProps) {
  const [opened, setOpened] = useState<RulerStep | 'new'>();
  // Another user may have changed the list since the step was opened: a saved step is known by its id.
  const isOpened = (step: RulerStep) =>
    step === opened || (opened !== 'new' && step.id !== undefined && step.id === opened?.id);
  const others = steps.filter((step) => !isOpened(step));
  const replace = async (step: RulerStep) => onChange?.([...others, step].sort(byDay));
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.id ?? `new ${step.days}`} className={classes.step}>
            <span className={classes.what}>
              <b>{stepDaysText(step.days)}</b>
              <span>{stepWords(step)}</span>
              <span className={classes.soft}>{step.subject}</span>
            </span>
            {onChange && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Editar passo: ${stepDaysText(step.days)}`}
                onClick={() => setOpened(step)}
              >
                Editar
              </Button>
            )}
          </li>
        ))}
      </ol>
      {onChange && (
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => setOpened('new')}
        >
          Incluir passo
        </Button>
      )}
      {opened !== undefined && (
        <StepWindow
          step={opened === 'new' ? undefined : opened}
          ruler={ruler}
          onSave={replace}
          onRemove={opened === 'new' || !onChange ? undefined : () => onChange(others)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
