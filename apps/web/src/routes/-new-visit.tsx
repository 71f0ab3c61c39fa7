import { clients } from '@morada/contract/clients';
import type { ComponentProps } from 'react';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { NewVisitDrawer } from '#web/features/visits/new-visit-drawer.tsx';
import { may } from '#web/lib/session/session.ts';

type NewVisitProps = Omit<ComponentProps<typeof NewVisitDrawer>, 'propertyField' | 'clientField'>;

/** The form of a visit with the field that finds its property, and for those who may read clients the one of its client. */
export const NewVisit = (props: NewVisitProps) => (
  <NewVisitDrawer
    {...props}
    propertyField={(field) => <PropertyPicker {...field} />}
    clientField={(field) => may(clients.list.access) && <ClientPicker {...field} />}
  />
);
