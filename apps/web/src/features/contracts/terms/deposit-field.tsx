import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { MoneyField } from '#web/ui/form/fields.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';

/** The cash handed over as guarantee; with another kind of guarantee only where some is there already. */
export function DepositField<V extends FieldValues>({ form }: { form: FieldProps<V>['form'] }) {
  const at = (name: keyof ContractDraft) => name as Path<V>;
  const guarantee: unknown = useWatch({ control: form.control, name: at('guarantee') });
  const deposit: unknown = useWatch({ control: form.control, name: at('deposit') });
  if (guarantee !== 'SECURITY_DEPOSIT' && !deposit) return null;
  return <MoneyField form={form} name={at('deposit')} label="Valor da caução" help="Até três aluguéis." />;
}
