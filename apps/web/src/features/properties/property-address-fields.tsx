import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';

/** The address of a property; one outside Brazil has neither CEP nor state. */
export function PropertyAddressFields<V extends FieldValues>({ form }: { form: Form<V> }) {
  const exterior = useWatch({ control: form.control, name: 'is_exterior' as Path<V> }) === true;
  return (
    <>
      <AddressFields
        form={form}
        exterior={exterior}
        required={['cep', 'street', 'neighborhood', 'number', 'city', 'state']}
      >
        <TextField form={form} name={'country' as Path<V>} label="País" required />
      </AddressFields>
      <Wide>
        <CheckboxField form={form} name={'is_exterior' as Path<V>} label="Imóvel no exterior" />
      </Wide>
    </>
  );
}
