import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/input/field.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';

/** Field that takes a code of the authenticator or a recovery code. */
export function CodeField<V extends FieldValues>({ form, name }: Pick<FieldProps<V>, 'form' | 'name'>) {
  return (
    <TextField
      form={form}
      name={name}
      label="Código"
      autoFocus
      autoComplete="one-time-code"
      maxLength={40}
      help="Os 6 números do aplicativo de autenticação, ou um dos códigos de recuperação."
    />
  );
}
