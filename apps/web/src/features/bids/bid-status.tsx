import type { BidState } from '@morada/domain/lease/bid';
import { BID_STATES } from '@morada/domain/lease/bid-words';
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

const LOOKS: Readonly<Record<BidState, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  DRAFT: { tone: 'gray', icon: IconCircleDashed },
  SENT: { tone: 'blue', icon: IconClock },
  COUNTERED: { tone: 'yellow', icon: IconClock },
  ACCEPTED: { tone: 'green', icon: IconCircleDot },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  EXPIRED: { tone: 'gray', icon: IconCircleMinus },
  WITHDRAWN: { tone: 'gray', icon: IconCircleMinus },
  DONE: { tone: 'green', icon: IconCircleCheckFilled },
};

export function BidStatus({ state }: { state: BidState }) {
  return <Status {...LOOKS[state]}>{BID_STATES[state]}</Status>;
}
