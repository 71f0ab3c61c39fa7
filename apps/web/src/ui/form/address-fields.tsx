import { STATES } from '@morada/contract/fields';
import type { ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { FieldProps } from './field.ts';
import { SelectField, TextField } from './fields.tsx';
import { Fields, Wide } from './form.tsx';
import { CepField } from './masked.tsx';

type AddressPart = 'cep' | 'street' | 'neighborhood' | 'number' | 'city' | 'state' | 'complement';

type AddressFieldsProps<V extends FieldValues> = Pick<FieldProps<V>, 'form'> & {
  /** The parts with an asterisk; the schema decides. */
  required?: readonly AddressPart[];
  /** Outside Brazil there is neither CEP nor state. */
  exterior?: boolean;
  /** What only some addresses have: the country. */
  children?: ReactNode;
};

const STATE_OPTIONS = STATES.map((code) => ({ value: code, label: code }));

/** A postal address, short parts beside each other. Its form has these parts under their own names. */
export function AddressFields<V extends FieldValues>({
  form,
  required = [],
  exterior,
  children,
}: AddressFieldsProps<V>) {
  const part = (name: AddressPart, label: string) => ({
    form,
    name: name as Path<V>,
    label,
    required: required.includes(name),
  });
  return (
    <>
      <Wide>
        <Fields columns={exterior ? 2 : 3}>
          {!exterior && <CepField {...part('cep', 'CEP')} />}
          <TextField {...part('number', 'Número')} maxLength={20} />
          {!exterior && <SelectField {...part('state', 'Estado')} options={STATE_OPTIONS} searchable />}
          {exterior && <TextField {...part('complement', 'Complemento')} />}
        </Fields>
      </Wide>
      <TextField {...part('street', 'Rua')} />
      <TextField {...part('neighborhood', 'Bairro')} />
      <TextField {...part('city', 'Cidade')} />
      {!exterior && <TextField {...part('complement', 'Complemento')} />}
      {children}
    </>
  );
}
