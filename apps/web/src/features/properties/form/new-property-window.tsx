import { OwnerPicker } from '#web/entities/client/owner-picker.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { PropertyAddressFields } from './property-address-fields.tsx';
import { PropertyOfferFields } from './property-offer-fields.tsx';
import { useNewProperty } from './use-new-property.ts';

type NewPropertyWindowProps = { onCreated: (id: number) => void; onClose: () => void };

export function NewPropertyWindow({ onCreated, onClose }: NewPropertyWindowProps) {
  const form = useNewProperty(onCreated);
  return (
    <FormWindow title="Novo imóvel" onClose={onClose} form={form} verb="Cadastrar imóvel">
      <Form form={form}>
        <Fields>
          <Wide>
            <OwnerPicker form={form} name="owner_id" label="Proprietário" required />
          </Wide>
          <PropertyOfferFields form={form} />
          <PropertyAddressFields form={form} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
