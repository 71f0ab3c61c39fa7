import type { PropertyDetail } from '@morada/contract/registry/properties';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { PropertyOwners } from './property-owners.tsx';

type OwnersWindowProps = { property: PropertyDetail; readOnly: boolean; onClose: () => void };

/** The owners, over the page or beside the window that they belong to. */
export function OwnersWindow({ property: { id, owners }, readOnly, onClose }: OwnersWindowProps) {
  return (
    <FormWindow title="Proprietários" onClose={onClose} actions={{ close: 'Fechar' }}>
      <PropertyOwners id={id} owners={owners} readOnly={readOnly} />
    </FormWindow>
  );
}
