import { Loader, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './spinner.module.css';

type SpinnerProps = {
  size?: number;
  /** For those who listen, where nothing else tells them. */
  label?: string;
  /** Placeholder until the spinner appears. */
  instead?: ReactNode;
};

/** Loading indicator, visible after 200 ms. */
export function Spinner({ size = 14, label, instead }: SpinnerProps) {
  return (
    <span className={classes.place} role="status">
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
      {instead && <span className={classes.instead}>{instead}</span>}
      <Loader size={size} aria-hidden="true" />
    </span>
  );
}
