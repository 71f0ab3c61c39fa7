import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './steps.module.css';

const STEPS = ['Arquivo', 'Colunas', 'Conferência', 'Importação'] as const;

/** How far the import is. */
export function Steps({ current }: { current: number }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(current);
  // The button that had focus is unmounted; focus moves to the top of the new step.
  useEffect(() => {
    if (shown.current !== current) list.current?.focus();
    shown.current = current;
  }, [current]);
  return (
    <ol ref={list} tabIndex={-1} className={classes.steps} aria-label="Etapas">
      {STEPS.map((step, index) => (
        <li key={step} className={classes.step} aria-current={index === current ? 'step' : undefined}>
          <span className={classes.number} data-done={index < current || undefined}>
            {index < current ? <IconCheck size={13} aria-label="Feito" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
