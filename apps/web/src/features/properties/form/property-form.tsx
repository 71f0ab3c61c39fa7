import { OwnerPicker } from '#web/entities/client/owner-picker.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { FormFoot } from '#web/ui/form/form-foot.tsx';
import { PropertyAddressFields } from './property-address-fields.tsx';
import { PropertyOfferFields } from './property-offer-fields.tsx';
import { useNewProperty } from './use-new-property.ts';

type PropertyFormProps = { onCreated: (id: number) => void; onCancel: () => void };

/** The register of a new property, on a page of its own. */
export function PropertyForm({ onCreated, onCancel }: PropertyFormProps) {
  const form = useNewProperty(onCreated);
  return (
    <Form form={form}>
      <FormSection title="Oferta" below="Para que serve, quanto custa e de quem é." terms={['exclusivity']}>
        <PropertyOfferFields form={form} />
        <OwnerPicker form={form} name="owner_id" label="Proprietário" required />
      </FormSection>
      <FormSection title="Endereço" below="Imóveis no exterior não têm CEP nem estado.">
        <PropertyAddressFields form={form} />
      </FormSection>
      <FormFoot label="Cadastrar imóvel" saving={form.formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
