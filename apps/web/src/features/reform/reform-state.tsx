import { REFORM_STATES, type ReformState } from '@morada/domain/fiscal/reform';
import { IconAlertCircle, IconAlertTriangleFilled, IconCalendarDue } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dot, Status } from '#web/ui/display/status.tsx';

const LOOKS = {
  SAFE: { tone: 'green', icon: Dot },
  NEAR: { tone: 'yellow', icon: IconAlertCircle },
  NEXT_YEAR: { tone: 'yellow', icon: IconCalendarDue },
  NOW: { tone: 'red', icon: IconAlertTriangleFilled },
} as const;

/** State of an owner, with a note beside it. */
export const ReformStatus = ({ state, note }: { state: ReformState; note?: ReactNode }) => (
  <Status {...LOOKS[state]} note={note}>
    {REFORM_STATES[state]}
  </Status>
);
