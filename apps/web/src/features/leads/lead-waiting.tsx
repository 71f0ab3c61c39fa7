import type { LeadRow } from '@morada/contract/registry/lead-row';
import { IconAlertTriangleFilled, IconClock } from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';
import { timeLeft } from './time-left.ts';

/** Until when the person is to be answered; nothing while staff wrote last. */
export function LeadWaiting({ waiting_since, answer_due_at, late }: LeadRow) {
  if (!waiting_since || !answer_due_at) return null;
  return (
    <Status tone={late ? 'red' : 'yellow'} icon={late ? IconAlertTriangleFilled : IconClock}>
      {timeLeft(Date.parse(answer_due_at), Date.now())}
    </Status>
  );
}
