import { Select } from '@mantine/core';
import type { FieldValues, Path } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/form/field.ts';
import type { Tenant } from './slots.ts';

type ContractFieldProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  /** Undefined until the client is chosen. */
  contracts: Tenant['contracts'] | undefined;
  onChoose: () => void;
};

/** One of the client's contracts in force; the form holds its number. */
export function ContractField<V extends FieldValues & { proposal_id: number }>({
  form,
  contracts,
  onChoose,
}: ContractFieldProps<V>) {
  const none = contracts?.length === 0;
  const { value, change, input } = useField({
    form,
    name: 'proposal_id' as Path<V>,
    label: 'Contrato',
    required: true,
    disabled: !contracts || none,
    help: none ? 'Este cliente não é inquilino em contrato em andamento.' : undefined,
  });
  return (
    <Select
      {...input}
      placeholder={contracts ? 'Escolha o contrato' : 'Escolha antes o cliente'}
      data={contracts?.map(({ id, property }) => ({ value: String(id), label: `${id} · ${property}` })) ?? []}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(chosen) => {
        change(chosen === null ? null : Number(chosen));
        onChoose();
      }}
    />
  );
}
