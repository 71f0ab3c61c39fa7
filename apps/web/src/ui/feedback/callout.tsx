import { IconAlertTriangleFilled, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';

const LOOKS = {
  /** To know before going on. */
  known: { icon: IconInfoCircle, role: 'status' },
  /** Allowed, but probably a mistake. */
  warning: { icon: IconAlertTriangleFilled, role: 'status' },
  /** It went wrong. */
  failed: { icon: IconAlertTriangleFilled, role: 'alert' },
};

type CalloutProps = {
  tone: keyof typeof LOOKS;
  children: ReactNode;
  /** A button: what can be done about it. */
  action?: ReactNode;
};

/** A sentence or two beside what they are about. */
export function Callout({ tone, children, action }: CalloutProps) {
  const { icon: Icon, role } = LOOKS[tone];
  return (
    <div role={role} className={classes.callout} data-tone={tone}>
      <Icon size={15} aria-hidden="true" />
      <div className={classes.says}>{children}</div>
      {action}
    </div>
  );
}
