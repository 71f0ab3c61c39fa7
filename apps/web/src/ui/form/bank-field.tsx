import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { FieldProps } from './field.ts';
import { SelectField } from './fields.tsx';

/** Every bank of the country, loaded when first needed. */
const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: () => import('@morada/domain/banks'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A bank by its code or name; the form holds the code. One that is in no list is still shown. */
export function BankField<V extends FieldValues>(props: FieldProps<V> & { clearable?: boolean }) {
  const { data } = useQuery(banksQuery);
  const code: unknown = useWatch({ control: props.form.control, name: props.name });
  const options = (data?.BANKS ?? []).map((bank) => ({ value: bank.code, label: `${bank.code} ${bank.name}` }));
  const unknown = data && typeof code === 'string' && code && options.every(({ value }) => value !== code);
  return (
    <SelectField
      {...props}
      searchable
      placeholder="Código ou nome"
      nothingFound="Banco não encontrado"
      options={unknown ? [{ value: code, label: `${code} ${data.bankName(code)}` }, ...options] : options}
    />
  );
}

/** `001 Banco do Brasil S.A.`; of a code in no list, `999 Não cadastrado`. */
export function useBankWords(): (code: string) => string {
  const { data } = useQuery(banksQuery);
  return (code) => (data ? `${code} ${data.bankName(code)}` : code);
}
