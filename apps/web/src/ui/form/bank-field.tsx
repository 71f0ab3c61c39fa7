import { type FieldValues, useWatch } from 'react-hook-form';
import { useBanks, useBankWords } from '#web/ui/input/bank-queries.ts';
import type { FieldProps } from '#web/ui/input/field.ts';
import { SelectField } from './fields.tsx';

/** A bank by its code or name; the form holds the code. One that is in no list is still shown. */
export function BankField<V extends FieldValues>(props: FieldProps<V> & { clearable?: boolean }) {
  const banks = useBanks();
  const wordsOf = useBankWords();
  const code: unknown = useWatch({ control: props.form.control, name: props.name });
  const options = banks.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  const unknown = typeof code === 'string' && code !== '' && !banks.some((bank) => bank.code === code);
  return (
    <SelectField
      {...props}
      searchable
      placeholder="Código ou nome"
      nothingFound="Banco não encontrado"
      options={unknown ? [{ value: code, label: wordsOf(code) }, ...options] : options}
    />
  );
}
