import { VISIT_STATUSES, type VisitStatus } from '@morada/domain/attendance/visit';
import { IconCalendarCheck, IconCircleCheck, IconCircleDashed, IconCircleX, IconWalk } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Record<VisitStatus, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>> = {
  PENDING: { tone: 'yellow', icon: IconCircleDashed },
  CONFIRMED: { tone: 'blue', icon: IconCalendarCheck },
  USING: { tone: 'blue', icon: IconWalk },
  RETURNED: { tone: 'green', icon: IconCircleCheck },
  CANCELED: { tone: 'gray', icon: IconCircleX },
};

export function VisitState({ status }: { status: VisitStatus }) {
  return <Status {...LOOKS[status]}>{VISIT_STATUSES[status]}</Status>;
}
