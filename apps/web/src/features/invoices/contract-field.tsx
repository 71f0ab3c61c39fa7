import type { FieldValues, Path } from 'react-hook-form';
import type { ClientOption } from '#web/entities/client/client-queries.ts';
import { RecordField } from '#web/ui/form/record-field.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';

type ContractFieldProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  /** Undefined until the client is chosen. */
  contracts: ClientOption['contracts'] | undefined;
  onChoose: () => void;
};

/** One of the client's contracts in force; the form holds its number. */
export function ContractField<V extends FieldValues & { proposal_id: number }>({
  form,
  contracts,
  onChoose,
}: ContractFieldProps<V>) {
  const none = contracts?.length === 0;
  return (
    <RecordField
      form={form}
      name={'proposal_id' as Path<V>}
      label="Contrato"
      required
      disabled={!contracts || none}
      help={none ? 'Este cliente não é inquilino em contrato em andamento.' : undefined}
      placeholder={contracts ? 'Escolha o contrato' : 'Escolha antes o cliente'}
      options={contracts?.map(({ id, property }) => ({ id, label: `${id} · ${property}` })) ?? []}
      onChoose={onChoose}
    />
  );
}
