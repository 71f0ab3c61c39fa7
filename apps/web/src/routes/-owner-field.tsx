import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';

/** Chooses an owner, or registers one without leaving what is being filled in. */
export function OwnerField<V extends FieldValues>(props: ComponentProps<typeof ClientPicker<V>>) {
  return <ClientPicker<V> {...props} first="OWNER" create={{ type: 'OWNER' }} />;
}
