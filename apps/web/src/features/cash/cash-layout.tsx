import type { ReactNode } from 'react';
import classes from './cash-layout.module.css';

/** The panel beside the figures and their rows; above them where there is no room. */
export function CashLayout({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <div className={classes.panel}>{panel}</div>
      <div className={classes.main}>{children}</div>
    </div>
  );
}
