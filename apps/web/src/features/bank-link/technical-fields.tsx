import { type FieldValues, type Path, useFormState } from 'react-hook-form';
import { Fold } from '#web/ui/display/fold.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';

type TechnicalFieldsProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  names: Record<'base_url' | 'token_url', Path<V>>;
  /** The bank publishes addresses that stand there already. */
  known: boolean;
};

/** Names of the addresses in the forms that have them. */
export const ADDRESS_NAMES = { base_url: 'base_url', token_url: 'token_url' } as const;

/** Addresses by which a program reaches the bank: out of sight where the bank's own stand there already. */
export function TechnicalFields<V extends FieldValues>({ form, names, known }: TechnicalFieldsProps<V>) {
  const { errors } = useFormState({ control: form.control });
  const fields = (
    <FormSection title="Endereços" below="De produção, como o banco os publica no manual da API.">
      <TextField
        form={form}
        name={names.base_url}
        label="Endereço da API"
        required
        maxLength={300}
        help="Com a versão, sem o nome da chamada no fim."
      />
      <TextField form={form} name={names.token_url} label="Endereço do token" required maxLength={300} />
    </FormSection>
  );
  if (!known) return fields;
  return (
    <Fold
      label="Endereços do banco, para quem cuida do sistema"
      open={Boolean(errors[names.base_url] ?? errors[names.token_url])}
    >
      {fields}
    </Fold>
  );
}
