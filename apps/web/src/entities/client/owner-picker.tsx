import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ClientPicker } from './client-picker.tsx';

/** Chooses an owner, or registers one without leaving what is being filled in. */
export function OwnerPicker<V extends FieldValues>(props: ComponentProps<typeof ClientPicker<V>>) {
  return <ClientPicker<V> {...props} first="OWNER" create={{ type: 'OWNER' }} />;
}
