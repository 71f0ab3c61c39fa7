import { STATES } from '@morada/contract/base/fields';
import { STATE_NAMES } from '@morada/domain/base/states';
import type { FocusEvent, ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { useFieldsAreRead } from '#web/ui/input/field.ts';
import { CepField } from '#web/ui/input/masked.tsx';
import classes from './address-fields.module.css';
import type { AddressPart } from './address-in.ts';
import { AddressSearch } from './address-search.tsx';
import { useAddressLookup } from './use-address-lookup.ts';
import { useGeocoding } from './use-geocoding.ts';

type AddressFieldsProps<V extends FieldValues> = {
  form: Form<V>;
  /** The parts with an asterisk; the schema decides. */
  required?: readonly AddressPart[];
  /** Outside Brazil there is neither CEP nor state. */
  exterior?: boolean;
  /** A field above them in which a whole address is searched for. */
  search?: boolean;
  /** The map below shows the position. */
  onMap?: boolean;
  /** Optional parts of an address, such as the country. */
  children?: ReactNode;
};

const STATE_OPTIONS = STATES.map((code) => ({ value: code, label: code, also: STATE_NAMES[code] }));
/** Leaving one of these, what is written may be enough to find the place on the map. */
const LOCATING = ['number', 'street', 'city'];

/** A postal address, short parts beside each other. Its form has these parts under their own names. */
export function AddressFields<V extends FieldValues>({
  form,
  required = [],
  exterior = false,
  search = false,
  onMap = false,
  children,
}: AddressFieldsProps<V>) {
  const lookup = useAddressLookup(form);
  const geocoding = useGeocoding(form, { exterior, onMap });
  const part = (name: AddressPart, label: string) => ({
    form,
    name: name as Path<V>,
    label,
    required: required.includes(name),
  });
  const state = part('state', 'Estado');
  const isRead = useFieldsAreRead();

  function locate({ target }: FocusEvent) {
    if (target instanceof HTMLInputElement && LOCATING.includes(target.name)) geocoding.locate();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears its fields lose the focus and is nothing to operate
    <div className={classes.address} onBlur={locate}>
      {search && !exterior && !isRead && (
        <Wide>
          <AddressSearch
            onChoose={(place) => {
              lookup.take(place);
              geocoding.settle();
            }}
          />
        </Wide>
      )}
      <Wide>
        <Fields columns={exterior ? 2 : 3}>
          {!exterior && (
            <CepField
              {...part('cep', 'CEP')}
              onComplete={lookup.lookUp}
              looking={lookup.isLooking}
              help={lookup.body && <span role="status">{lookup.body}</span>}
            />
          )}
          <TextField {...part('number', 'Número')} maxLength={20} />
          {!exterior && lookup.knowsState && <TextField {...state} readOnly />}
          {!exterior && !lookup.knowsState && <SelectField {...state} options={STATE_OPTIONS} searchable />}
          {exterior && <TextField {...part('complement', 'Complemento')} />}
        </Fields>
      </Wide>
      <TextField {...part('street', 'Rua')} />
      <TextField {...part('neighborhood', 'Bairro')} />
      <TextField {...part('city', 'Cidade')} />
      {!exterior && <TextField {...part('complement', 'Complemento')} />}
      {children}
    </div>
  );
}
