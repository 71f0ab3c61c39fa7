import {
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketPriority,
  type TicketStatus,
} from '@morada/domain/attendance/ticket';
import { IconCircleCheck, IconCircleDot, IconClock, IconMessageReply } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';
import classes from './ticket-status.module.css';

const LOOKS: Record<TicketStatus, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>> = {
  OPENED: { tone: 'yellow', icon: IconCircleDot },
  AWAITING: { tone: 'yellow', icon: IconClock },
  REPLIED: { tone: 'blue', icon: IconMessageReply },
  CLOSED: { tone: 'gray', icon: IconCircleCheck },
};

export function TicketState({ status }: { status: TicketStatus }) {
  return <Status {...LOOKS[status]}>{TICKET_STATUSES[status]}</Status>;
}

const BARS: Record<TicketPriority, number> = { LOW: 1, MEDIUM: 2, HIGH: 3 };

/** One, two or three bars and the word. */
export function Priority({ level }: { level: TicketPriority }) {
  return (
    <span className={classes.priority} data-level={level}>
      <svg width="13" height="12" viewBox="0 0 13 12" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={12 - bar * 4}
            width="3"
            height={bar * 4}
            rx="1"
            data-on={bar <= BARS[level] || undefined}
          />
        ))}
      </svg>
      {TICKET_PRIORITIES[level]}
    </span>
  );
}
