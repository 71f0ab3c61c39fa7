import type { OwnerSlot } from '#web/features/properties/slots.ts';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { PropertyAddressFields } from './property-address-fields.tsx';
import { PropertyOfferFields } from './property-offer-fields.tsx';
import { useNewProperty } from './use-new-property.ts';

type NewPropertyDrawerProps = { owner: OwnerSlot; onCreated: (id: number) => void; onClose: () => void };

export function NewPropertyDrawer({ owner, onCreated, onClose }: NewPropertyDrawerProps) {
  const form = useNewProperty(onCreated);
  return (
    <FormDrawer
      title="Novo imóvel"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Cadastrar imóvel', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <Fields>
          <Wide>{owner({ form, name: 'owner_id', label: 'Proprietário', required: true })}</Wide>
          <PropertyOfferFields form={form} />
          <PropertyAddressFields form={form} />
        </Fields>
      </Form>
    </FormDrawer>
  );
}
