import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './warning.module.css';

/** Something that may be meant, but seldom is. */
export function Warning({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="status" className={classes.warning}>
      <IconAlertTriangleFilled size={15} className={classes.icon} aria-hidden="true" />
      <div className={classes.says}>{children}</div>
      {action}
    </div>
  );
}
