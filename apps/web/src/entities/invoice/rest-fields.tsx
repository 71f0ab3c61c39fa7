import { balanceDueDate, REST_FATES, type RestFate } from '@morada/domain/rent/rest-fate';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { offeredFate } from './rest-choice.ts';

type RestFieldsProps<V extends FieldValues> = {
  /** Of a body that has the choice as `rest`. */
  form: FieldProps<V>['form'];
  /** The choices, the proposed one first. */
  fates: readonly RestFate[];
};

/** The choice for a difference between the total and the amount received. */
export function RestFields<V extends FieldValues>({ form, fates }: RestFieldsProps<V>) {
  const at = (name: string) => `rest.${name}` as Path<V>;
  const held: RestFate | undefined = useWatch({ control: form.control, name: at('fate') });
  const fate = offeredFate(held, fates);
  const options = fates.map((value) => ({ value, label: REST_FATES[value] }));
  return (
    <>
      <SelectField
        form={form}
        name={at('fate')}
        label="O que fazer com a diferença"
        options={options}
        proposed={fate}
        required
      />
      {fate === 'OPEN_BALANCE' && (
        <DateField
          form={form}
          name={at('due_date')}
          label="Vencimento do saldo"
          min={today()}
          proposed={balanceDueDate(today())}
          required
        />
      )}
      {fate === 'WAIVED' && <TextField form={form} name={at('reason')} label="Motivo da dispensa" required />}
    </>
  );
}
