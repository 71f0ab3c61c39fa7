import type { ReactNode } from 'react';
import classes from './debt-agreements.module.css';

/** A list within a window, under its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
