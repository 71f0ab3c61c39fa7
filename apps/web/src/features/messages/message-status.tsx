import type { MessageRow } from '@morada/contract/collection/messages';
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
} from '@tabler/icons-react';
import { Status } from '#web/ui/display/status.tsx';
import { STATE_WORDS } from './message-words.ts';

const LOOKS = {
  QUEUED: { tone: 'yellow', icon: IconClock },
  SENDING: { tone: 'yellow', icon: IconCircleDashed },
  SENT: { tone: 'green', icon: IconCircleCheck },
  DELIVERED: { tone: 'green', icon: IconCircleCheckFilled },
  READ: { tone: 'blue', icon: IconCircleCheckFilled },
  FAILED: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELLED: { tone: 'gray', icon: IconCircleMinus },
} as const;

export function MessageStatus({ message: { state, uncertain } }: { message: Pick<MessageRow, 'state' | 'uncertain'> }) {
  const { tone, icon } = LOOKS[state];
  return (
    <Status tone={tone} icon={icon}>
      {uncertain ? 'Talvez enviada' : STATE_WORDS[state]}
    </Status>
  );
}
