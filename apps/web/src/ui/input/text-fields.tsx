import { PasswordInput, TextInput } from '@mantine/core';
import type { HTMLInputTypeAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './field.ts';
import { ReadText } from './read-text.tsx';

// Apart from the other fields, so that the entrance loads no more than it shows.

export const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

type TextFieldProps<V extends FieldValues> = FieldProps<V> & {
  type?: HTMLInputTypeAttribute;
  /** Off by default: the browser would suggest the user's own address. */
  autoComplete?: string;
  autoFocus?: boolean;
  maxLength?: number;
  placeholder?: string;
  readOnly?: boolean;
};

export function TextField<V extends FieldValues>({
  type,
  autoComplete = 'off',
  autoFocus,
  maxLength,
  placeholder,
  readOnly,
  ...props
}: TextFieldProps<V>) {
  const { value, change, input, read } = useField(props);
  if (read) return <ReadText {...read} />;
  return (
    <TextInput
      {...input}
      {...{ type, autoComplete, maxLength, placeholder, readOnly }}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      value={text(value)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

export function PasswordField<V extends FieldValues>({
  autoComplete = 'new-password',
  autoFocus,
  ...props
}: FieldProps<V> & { autoComplete?: string; autoFocus?: boolean }) {
  const { value, change, input, read } = useField(props);
  if (read) return null; // A secret is never shown.
  return (
    <PasswordInput
      {...input}
      autoComplete={autoComplete}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a senha' }}
      value={text(value)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
