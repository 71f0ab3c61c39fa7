import { OFFER_STATES, type OfferState as State } from '@morada/domain/property/offer';
import {
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleOff,
  IconCircleX,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Day } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Record<State, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>> = {
  RECEIVED: { tone: 'yellow', icon: IconCircleDashed },
  REVIEWING: { tone: 'yellow', icon: IconCircleDot },
  VISIT: { tone: 'blue', icon: IconCalendarCheck },
  ACCEPTED: { tone: 'green', icon: IconCircleCheck },
  REFUSED: { tone: 'gray', icon: IconCircleX },
  WITHDRAWN: { tone: 'gray', icon: IconCircleOff },
};

type Offer = { state: State; visit_on: ComponentProps<typeof Day>['value'] };

/** State of a property that its owner offered on the site; a visit with its day. */
export function OfferState({ state, visit_on }: Offer) {
  return (
    <Status {...LOOKS[state]} note={state === 'VISIT' && <Day value={visit_on} />}>
      {OFFER_STATES[state]}
    </Status>
  );
}
