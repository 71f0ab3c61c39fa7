import type { MaintenanceState } from '@morada/domain/attendance/maintenance';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDot,
  IconCircleMinus,
  IconClock,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Readonly<Record<MaintenanceState, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  OPENED: { tone: 'yellow', icon: IconCircleDot },
  QUOTING: { tone: 'blue', icon: IconCircleDashed },
  AWAITING_APPROVAL: { tone: 'blue', icon: IconClock },
  APPROVED: { tone: 'green', icon: IconCircleDot },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  IN_PROGRESS: { tone: 'blue', icon: IconCircleDashed },
  DONE: { tone: 'green', icon: IconCircleCheckFilled },
  CANCELLED: { tone: 'gray', icon: IconCircleMinus },
};

export function MaintenanceStatus({ state }: { state: MaintenanceState }) {
  return <Status {...LOOKS[state]}>{MAINTENANCE_STATES[state]}</Status>;
}
