import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A line above the foot with what can be done about it. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className={classes.notice}>
      <span>{children}</span>
      {action}
    </div>
  );
}
