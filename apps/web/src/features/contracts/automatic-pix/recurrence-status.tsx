import type { Recurrence } from '@morada/contract/bank/recurrences';
import { RECURRENCE_STATES } from '@morada/domain/bank/pix/recurrence';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS = {
  WAITING: { tone: 'yellow', icon: IconCircleDashed },
  CREATED: { tone: 'yellow', icon: IconCircleDashed },
  APPROVED: { tone: 'green', icon: IconCircleCheckFilled },
  REJECTED: { tone: 'gray', icon: IconCircleMinus },
  EXPIRED: { tone: 'gray', icon: IconCircleMinus },
  CANCELED: { tone: 'gray', icon: IconCircleMinus },
} as const;

export function RecurrenceStatus({ recurrence: { state, canceling } }: { recurrence: Recurrence }) {
  const isEnding = canceling && LOOKS[state].tone !== 'gray';
  return (
    <Status {...LOOKS[isEnding ? 'WAITING' : state]}>
      {isEnding ? 'Cancelando no banco' : RECURRENCE_STATES[state]}
    </Status>
  );
}
