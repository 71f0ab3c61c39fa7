import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';

/** What every field takes. `name` is checked against the form's schema. */
export type FieldProps<V extends FieldValues> = {
  form: { control: Control<V, unknown, V> };
  name: Path<V>;
  label: string;
  /** Only the asterisk: the schema decides. */
  required?: boolean;
  /** Below the field. */
  help?: ReactNode;
  disabled?: boolean;
};

/** One field's value and its way back, and what Mantine's inputs call the rest. */
export function useField<V extends FieldValues>({ form, name, label, required, help, disabled }: FieldProps<V>) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    value: field.value as unknown,
    change: field.onChange as (value: unknown) => void,
    input: {
      ref: field.ref,
      name: field.name,
      onBlur: field.onBlur,
      label,
      description: help,
      error: fieldState.error?.message,
      disabled,
      withAsterisk: required,
      'aria-required': required || undefined,
    },
  };
}
