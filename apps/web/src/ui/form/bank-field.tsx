import { BANKS, bankName } from '@morada/domain/banks';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { FieldProps } from './field.ts';
import { SelectField } from './fields.tsx';

const OPTIONS = BANKS.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
const KNOWN = new Set(BANKS.map(({ code }) => code));

/** A bank by its code or name; the form holds the code. One that is in no list is still shown. */
export function BankField<V extends FieldValues>(props: FieldProps<V> & { clearable?: boolean }) {
  const code: unknown = useWatch({ control: props.form.control, name: props.name });
  const unknown = typeof code === 'string' && code !== '' && !KNOWN.has(code);
  return (
    <SelectField
      {...props}
      searchable
      placeholder="Código ou nome"
      nothingFound="Banco não encontrado"
      options={unknown ? [{ value: code, label: bankWords(code) }, ...OPTIONS] : OPTIONS}
    />
  );
}

/** `001 Banco do Brasil S.A.`; of a code in no list, `999 Não cadastrado`. */
export const bankWords = (code: string) => `${code} ${bankName(code)}`;
