import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import type { PropertyStatus as Situation } from '@morada/domain/property/property';
import { PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import { IconCircleCheck, IconCircleDashed, IconCircleOff, IconClock, IconKey } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Dot, Status } from '#web/ui/display/status.tsx';

type Look = Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>;

const SITUATIONS: Record<Situation, Look> = {
  AVAILABLE: { tone: 'green', icon: Dot },
  RENTED: { tone: 'blue', icon: IconKey },
  SOLD: { tone: 'blue', icon: IconCircleCheck },
  PENDING: { tone: 'yellow', icon: IconCircleDashed },
  UNAVAILABLE: { tone: 'gray', icon: IconCircleOff },
};

export function PropertyStatus({ status }: { status: string }) {
  const situation = status as Situation;
  return <Status {...SITUATIONS[situation]}>{PROPERTY_STATUSES[situation]}</Status>;
}

/** An available property that is kept for a bid. */
export const Reserved = ({ until }: { until: CalendarDate }) => (
  <Status tone="yellow" icon={IconClock}>
    Reservado até {formatDate(until)}
  </Status>
);

type Offered = { status: Situation; advertised: boolean };

/** Whether the site shows it. */
export const isListed = ({ status, advertised }: Offered) => status === 'AVAILABLE' && advertised;

/** The status of a property, and whether an available one is kept off the site. */
export function PropertyOffer(property: Offered) {
  const offSite = property.status === 'AVAILABLE' && !property.advertised;
  if (!offSite) return <PropertyStatus status={property.status} />;
  return (
    <Status {...SITUATIONS.AVAILABLE} tone="gray">
      {PROPERTY_STATUSES.AVAILABLE}, fora do site
    </Status>
  );
}
