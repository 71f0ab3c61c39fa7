import type { ClientType } from '@morada/domain/client';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { AsyncPicker } from '#web/ui/form/picker.tsx';
import { clientOptions } from './client-queries.ts';

type ClientPickerProps<V extends FieldValues> = Omit<ComponentProps<typeof AsyncPicker<V>>, 'query'> & {
  /** Who comes first among those found. */
  first?: ClientType;
};

/** A client, found from two letters of the name, e-mail, document or phone. */
export function ClientPicker<V extends FieldValues>({ first, ...props }: ClientPickerProps<V>) {
  return (
    <AsyncPicker<V>
      {...props}
      query={(text) => clientOptions(text, first)}
      placeholder="Nome ou documento"
      nothingFound="Cliente não encontrado"
    />
  );
}
