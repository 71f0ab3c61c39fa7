import { IconAlertTriangleFilled, IconArrowBackUp, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './work-state.module.css';

const LOOKS = {
  done: { icon: IconCircleCheckFilled, role: 'status' },
  undone: { icon: IconArrowBackUp, role: 'status' },
  failed: { icon: IconAlertTriangleFilled, role: 'alert' },
};

type WorkStateProps = {
  /** Result; absent while running. */
  came?: keyof typeof LOOKS;
  title: ReactNode;
  /** Its `Progress`, notes, where to go from here. */
  children?: ReactNode;
};

/** Status of a long-running task, in the middle of its window: progress, then the result. */
export function WorkState({ came, title, children }: WorkStateProps) {
  const look = came && LOOKS[came];
  return (
    <div className={classes.state} role={look?.role} aria-live={look ? undefined : 'polite'}>
      {look && <look.icon size={28} className={classes[came]} aria-hidden="true" />}
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}

/** A sentence under its title; nothing where there is nothing to say. */
export const WorkNote = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>;
