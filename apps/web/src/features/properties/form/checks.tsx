import type { ReactNode } from 'react';
import { Wide } from '#web/ui/form/form.tsx';
import classes from './checks.module.css';

/** Boxes to tick, side by side under the fields. */
export function Checks({ children }: { children: ReactNode }) {
  return (
    <Wide>
      <div className={classes.checks}>{children}</div>
    </Wide>
  );
}
