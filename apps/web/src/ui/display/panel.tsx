import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';
import { partId } from './part-index.tsx';

type PanelProps = {
  title: string;
  /** How many there are, or how far one is: "3 de 7". */
  count?: string | undefined;
  /** At the right of its head. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A card with a head, and rows in it. */
export function Panel({ title, count, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section id={partId(title)} tabIndex={-1} className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={classes.count}>{count}</span>}
        {tools}
      </div>
      {children}
    </section>
  );
}
