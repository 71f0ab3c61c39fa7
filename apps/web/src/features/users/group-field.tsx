import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { RecordField } from '#web/ui/form/record-field.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { groupChoicesQuery } from './user-queries.ts';

/** Groups with no more permissions than the user who chooses. */
export function GroupField<V extends FieldValues>(props: FieldProps<V>) {
  const { data: groups = [], error } = useQuery(groupChoicesQuery);
  const givable = groups.filter(({ grantable }) => grantable);
  return (
    <RecordField
      {...props}
      help={props.help ?? (givable.length < groups.length && 'Só grupos sem permissões que você não tenha.')}
      options={givable.map(({ id, name }) => ({ id, label: name }))}
      placeholder={error ? 'Não foi possível carregar os grupos' : 'Escolha o grupo'}
    />
  );
}
