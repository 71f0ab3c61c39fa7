import type { ClientType } from '@morada/domain/people/client';
import { type ComponentProps, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { AsyncPicker, type PickerOption } from '#web/ui/input/picker.tsx';
import { type ClientOption, clientOptions, ownerOptions } from './client-queries.ts';

const NewClientWindow = lazyWindow(
  () => import('./new-client-window.tsx'),
  (window) => window.NewClientWindow,
);

type ClientPickerProps<V extends FieldValues> = Omit<
  ComponentProps<typeof AsyncPicker<V>>,
  'query' | 'create' | 'onChoose'
> & {
  /** Client type that is listed first among the results. */
  first?: ClientType;
  /** Owners alone, for those who may see no other client. */
  owners?: boolean;
  /** Client type for creating a person who was not found, and the label of that entry. */
  create?: { type: ClientType; label?: string };
  onChoose?: (option: ClientOption | undefined) => void;
};

/** A client, found from two letters of the name, e-mail, document or phone, or registered without leaving. */
export function ClientPicker<V extends FieldValues>({
  first,
  owners,
  create,
  chosen,
  onChoose,
  ...props
}: ClientPickerProps<V>) {
  const { field } = useController({ control: props.form.control, name: props.name });
  const [typed, setTyped] = useState<string>();
  const [created, setCreated] = useState<PickerOption>();
  const label = create?.label ?? 'Cadastrar novo cliente';

  function choose(client: { id: number; name: string }) {
    const option = { value: client.id, label: client.name };
    setTyped(undefined);
    setCreated(option);
    field.onChange(client.id);
    onChoose?.({ ...option, contracts: [] });
  }

  return (
    <>
      <AsyncPicker<V>
        {...props}
        query={(text) => (owners ? ownerOptions(text) : clientOptions(text, first))}
        chosen={created && created.value === field.value ? created : chosen}
        // The options are those of the queries above.
        onChoose={(option) => onChoose?.(option as ClientOption | undefined)}
        placeholder="Nome ou documento"
        nothingFound="Cliente não encontrado"
        create={create && may('USER_CREATE') ? { label, onCreate: setTyped } : undefined}
      />
      {create && typed !== undefined && (
        <NewClientWindow
          title={label}
          type={create.type}
          name={typed}
          onClose={() => setTyped(undefined)}
          onCreated={choose}
        />
      )}
    </>
  );
}
