import type { PropertyDetail } from '@morada/contract/properties';
import type { OwnerSlot } from '#web/features/properties/slots.ts';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { PropertyOwners } from './property-owners.tsx';

type OwnersDrawerProps = { property: PropertyDetail; owner: OwnerSlot; readOnly: boolean; onClose: () => void };

/** The owners, over the page or beside the window that they belong to. */
export function OwnersDrawer({ property: { id, owners }, owner, readOnly, onClose }: OwnersDrawerProps) {
  return (
    <FormDrawer title="Proprietários" onClose={onClose} actions={{ close: 'Fechar' }}>
      <PropertyOwners id={id} owners={owners} owner={owner} readOnly={readOnly} />
    </FormDrawer>
  );
}
