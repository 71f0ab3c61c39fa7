import type { ComponentProps } from 'react';
import { NewPropertyDrawer } from '#web/features/properties/form/new-property-drawer.tsx';
import { PropertyDialog } from '#web/features/properties/record/property-dialog.tsx';
import { OwnerField } from './-owner-field.tsx';

// With the field that finds an owner; both come when one of them is opened.

export function PropertyWindow(props: Omit<ComponentProps<typeof PropertyDialog>, 'owner'>) {
  return <PropertyDialog {...props} owner={(field) => <OwnerField {...field} />} />;
}

export function NewPropertyWindow(props: Omit<ComponentProps<typeof NewPropertyDrawer>, 'owner'>) {
  return <NewPropertyDrawer {...props} owner={(field) => <OwnerField {...field} />} />;
}
