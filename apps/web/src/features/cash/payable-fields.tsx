import { REPEATS } from '@morada/domain/ledger/expense';
import { MoneyField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { CATEGORIES } from './expense-categories.ts';
import type { MovimentationValues } from './movimentation-fields.tsx';

const REPETITIONS = Object.entries(REPEATS).map(([value, label]) => ({ value, label }));

/** Fields of an expense that is to be paid. */
export function PayableFields<V extends Partial<MovimentationValues>>({ form }: Pick<FieldProps<V>, 'form'>) {
  const field = (name: keyof MovimentationValues) => ({ form, name: name as FieldProps<V>['name'] });
  return (
    <Fields columns={1}>
      <TextField {...field('description')} label="Descrição" required maxLength={200} autoFocus />
      <MoneyField {...field('price')} label="Valor" required />
      <DateField {...field('due_date')} label="Vencimento" required />
      <SelectField {...field('category')} label="Categoria" options={CATEGORIES} clearable />
      <SelectField
        {...field('repeats')}
        label="Repetição"
        options={REPETITIONS}
        placeholder="Não se repete"
        clearable
        help="A próxima entra na lista 30 dias antes de vencer. Deletar a última encerra a repetição."
      />
      <TextField
        {...field('doc')}
        label="Documento"
        maxLength={60}
        help="O número da nota ou do boleto, onde houver."
      />
    </Fields>
  );
}
