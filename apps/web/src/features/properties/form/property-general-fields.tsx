import { useWatch } from 'react-hook-form';
import { CheckboxField, NumberField, PercentField } from '#web/ui/form/fields.tsx';
import { Checks } from './checks.tsx';
import { PickupField } from './pickup-field.tsx';
import { PropertyOfferFields } from './property-offer-fields.tsx';
import type { PropertyForms } from './use-property-forms.ts';

/** Exclusivity, captador and commission belong to a sale. */
export function PropertyGeneralFields({ form, imported }: { form: PropertyForms['general']; imported: boolean }) {
  const sale = useWatch({ control: form.control, name: 'type' }) === 'SALE';
  return (
    <>
      <PropertyOfferFields form={form} />
      <NumberField form={form} name="bedrooms" label="Quartos" required max={999} />
      <NumberField form={form} name="bathrooms" label="Banheiros" required max={999} />
      <NumberField form={form} name="garage" label="Vagas" required max={999} />
      {sale && (
        <>
          <PickupField form={form} required={!imported} />
          <PercentField form={form} name="commission" label="Comissão" required={!imported} />
        </>
      )}
      <Checks>
        <CheckboxField form={form} name="spotlight" label="Destaque" />
        {sale && <CheckboxField form={form} name="exclusivity" label="Exclusividade" />}
      </Checks>
    </>
  );
}
