import { useState } from 'react';
import type { FieldValues, PathValue } from 'react-hook-form';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { NewClientDrawer } from '#web/features/clients/new-client-drawer.tsx';
import { may } from '#web/lib/session.ts';
import type { FieldProps } from '#web/ui/form/field.ts';
import type { PickerOption } from '#web/ui/form/picker.tsx';
import type { Form } from '#web/ui/form/use-form.ts';

/** Chooses an owner, or registers one without leaving what is being filled in. */
export function OwnerField<V extends FieldValues>({ form, ...props }: Omit<FieldProps<V>, 'form'> & { form: Form<V> }) {
  const [typed, setTyped] = useState<string>();
  const [created, setCreated] = useState<PickerOption>();
  return (
    <>
      <ClientPicker
        {...props}
        form={form}
        first="OWNER"
        chosen={created}
        create={may('USER_CREATE') ? { label: 'Cadastrar novo cliente', onCreate: setTyped } : undefined}
      />
      {typed !== undefined && (
        <NewClientDrawer
          type="OWNER"
          name={typed}
          onClose={() => setTyped(undefined)}
          onCreated={({ id, name }) => {
            setTyped(undefined);
            setCreated({ value: id, label: name });
            form.setValue(props.name, id as PathValue<V, typeof props.name>, {
              shouldDirty: true,
              shouldValidate: true,
            });
          }}
        />
      )}
    </>
  );
}
