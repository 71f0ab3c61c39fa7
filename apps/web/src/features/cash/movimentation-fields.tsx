import type { MovimentationCreate } from '@morada/contract/money/movimentations';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { today } from '#web/lib/today.ts';
import { MoneyField, SegmentedField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { CATEGORIES } from './expense-categories.ts';

export type MovimentationValues = z.input<typeof MovimentationCreate>;

const SIDES = [
  { value: 'INPUT', label: 'Entrada' },
  { value: 'OUTPUT', label: 'Saída' },
];
const SUBTYPES = [
  { value: 'SALE', label: 'Venda' },
  { value: 'OTHER', label: 'Outra' },
];

/** Fields of a cash entry, for creating and correcting. */
export function MovimentationFields<V extends Partial<MovimentationValues>>({ form }: Pick<FieldProps<V>, 'form'>) {
  const field = (name: keyof MovimentationValues) => ({ form, name: name as FieldProps<V>['name'] });
  const type = useWatch({ control: form.control, name: 'type' as FieldProps<V>['name'] });
  return (
    <Fields columns={1}>
      <TextField {...field('description')} label="Descrição" required maxLength={200} autoFocus />
      <MoneyField {...field('price')} label="Valor" required />
      <SegmentedField {...field('type')} label="Tipo" required options={SIDES} />
      <SegmentedField
        {...field('subtype')}
        label="Referente a"
        required
        options={SUBTYPES}
        help="Venda aparece em Vendas; outra, em Despesas ou em Outras entradas."
      />
      {type === 'OUTPUT' && <SelectField {...field('category')} label="Categoria" options={CATEGORIES} clearable />}
      <DateField {...field('date')} label="Data" max={today()} />
      <TextField
        {...field('doc')}
        label="Documento"
        maxLength={60}
        help="O número do recibo ou da nota, onde houver."
      />
    </Fields>
  );
}
