import { clients } from '@morada/contract/clients';
import type { ComponentProps } from 'react';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { PropertyPicker } from '#web/features/properties/property-picker.tsx';
import { NewVisitDrawer } from '#web/features/schedules/new-visit-drawer.tsx';
import { may } from '#web/lib/session.ts';

type NewVisitProps = Omit<ComponentProps<typeof NewVisitDrawer>, 'propertyField' | 'clientField'>;

/** The form of a visit with the field that finds its property, and for those who may read clients the one of its client. */
export const NewVisit = (props: NewVisitProps) => (
  <NewVisitDrawer
    {...props}
    propertyField={(field) => <PropertyPicker {...field} />}
    clientField={(field) => may(clients.list.access) && <ClientPicker {...field} />}
  />
);
