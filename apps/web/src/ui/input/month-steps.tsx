import { ActionIcon, Button } from '@mantine/core';
import { addToReference, formatMonth, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { capitalised } from '#web/lib/capitalised.ts';
import { today } from '#web/lib/today.ts';
import classes from './month-steps.module.css';

type MonthStepsProps = {
  month: Reference;
  /** Undefined is the month of today. */
  onMonth: (month: Reference | undefined) => void;
};

/** From month to month. */
export function MonthSteps({ month, onMonth }: MonthStepsProps) {
  const current = referenceOf(today());
  const name = formatMonth(month);
  const go = (step: number) => {
    const next = addToReference(month, step);
    onMonth(next === current ? undefined : next);
  };
  return (
    <div className={classes.steps}>
      <h2 aria-live="polite">{capitalised(name)}</h2>
      <ActionIcon size={32} aria-label="Mês anterior" onClick={() => go(-1)}>
        <IconChevronLeft size={17} />
      </ActionIcon>
      <ActionIcon size={32} aria-label="Próximo mês" onClick={() => go(1)}>
        <IconChevronRight size={17} />
      </ActionIcon>
      {month !== current && (
        <Button variant="default" onClick={() => onMonth(undefined)}>
          Este mês
        </Button>
      )}
    </div>
  );
}
