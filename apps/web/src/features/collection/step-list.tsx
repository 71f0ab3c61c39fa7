import { Button } from '@mantine/core';
import type { RulerStep } from '@morada/contract/collection';
import { stepDaysText } from '@morada/domain/collection/ruler';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyWindow } from '#web/ui/feedback/lazy.tsx';
import { stepWords } from './collection-words.ts';
import classes from './step-list.module.css';

const StepDrawer = lazyWindow(
  () => import('./step-drawer.tsx'),
  ({ StepDrawer }) => StepDrawer,
);

type StepListProps = {
  steps: readonly RulerStep[];
  /** Absent: only to be read. */
  onChange?: ((steps: RulerStep[]) => Promise<unknown>) | undefined;
};

const byDay = (one: RulerStep, other: RulerStep) => one.days - other.days;

/** Steps of a ruler in their order. */
export function StepList({ steps, onChange }: StepListProps) {
  const [opened, setOpened] = useState<number | 'new'>();
  const without = (place: number) => steps.filter((_, index) => index !== place);
  const replace = (place: number | 'new', step: RulerStep) =>
    onChange?.([...(place === 'new' ? steps : without(place)), step].sort(byDay)) ?? Promise.resolve();
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step, place) => (
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
                onClick={() => setOpened(place)}
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
        <StepDrawer
          step={opened === 'new' ? undefined : steps[opened]}
          onSave={(step) => replace(opened, step)}
          onRemove={opened === 'new' || !onChange ? undefined : () => onChange(without(opened))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
