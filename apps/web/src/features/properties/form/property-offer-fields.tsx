import type { FieldValues, Path } from 'react-hook-form';
import { MoneyField, SelectField } from '#web/ui/form/fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { LOCATION_OPTIONS, TYPE_OPTIONS } from './options.ts';

/** Kind of property, purpose and price. */
export function PropertyOfferFields<V extends FieldValues>({ form }: { form: Form<V> }) {
  return (
    <>
      <SelectField form={form} name={'type' as Path<V>} label="Transação" required options={TYPE_OPTIONS} />
      <SelectField
        form={form}
        name={'location' as Path<V>}
        label="Categoria"
        required
        searchable
        options={LOCATION_OPTIONS}
      />
      <MoneyField form={form} name={'price' as Path<V>} label="Preço" required />
    </>
  );
}
