import type { CepAddress, Place } from '@morada/contract/registry/places';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { messageOf } from '#web/lib/toast.ts';
import type { Form } from '#web/ui/form/use-form.ts';
import { type AddressPart, addressIn } from './address-in.ts';
import { cepQuery, placesSettingsQuery } from './place-queries.ts';

const OF_CEP = ['street', 'neighborhood', 'city', 'state'] as const;
const OF_PLACE = [...OF_CEP, 'cep', 'number', 'country', 'latitude', 'longitude'] as const;

type Filled = Partial<Record<AddressPart, string>>;
type Lookup = { cep: string; found?: boolean; body?: string };

/** Fills the parts of an address from its CEP, or from a place that was chosen. */
export function useAddressLookup<V extends FieldValues>(form: Form<V>) {
  const client = useQueryClient();
  const address = addressIn(form);
  const [cep, state] = useWatch({ control: form.control, name: ['cep' as Path<V>, 'state' as Path<V>] });
  const [filled, setFilled] = useState<Filled>({});
  const [lookup, setLookup] = useState<Lookup>();
  const current = lookup?.cep === cep ? lookup : undefined;

  /**
   * Typed values are kept. Values that are empty, loaded with the record or filled in by an earlier CEP are replaced.
   * The state always follows the CEP.
   */
  const isOurs = (part: AddressPart) =>
    part === 'state' || !address.text(part) || !address.isChanged(part) || address.text(part) === filled[part];

  async function lookUp(typed: string) {
    const settings = await client.ensureQueryData(placesSettingsQuery).catch(() => undefined);
    if (!settings?.cep) return;
    setLookup({ cep: typed });
    try {
      fill(await client.fetchQuery(cepQuery(typed)));
    } catch (error) {
      const body = messageOf(error);
      setLookup((now) => (now?.cep === typed ? { cep: typed, body } : now));
    }
  }

  function fill(found: CepAddress) {
    if (address.text('cep') !== found.cep) return; // Another CEP stands there by now.
    const parts = OF_CEP.filter(isOurs);
    for (const part of parts) address.set(part, found[part]);
    setFilled((now) => ({ ...now, ...Object.fromEntries(parts.map((part) => [part, found[part]])) }));
    setLookup({ cep: found.cep, found: true });
    if (document.activeElement?.getAttribute('name') === 'cep') address.focus('number');
  }

  function take(place: Place) {
    for (const part of OF_PLACE) if (address.has(part)) address.set(part, place[part]);
    setFilled({ ...place, latitude: undefined, longitude: undefined });
    setLookup({ cep: place.cep, found: place.state !== '' });
    if (!place.number) address.focus('number');
  }

  return {
    lookUp,
    take,
    isLooking: current !== undefined && !current.found && !current.body,
    /** Message below the CEP field. */
    body: current?.body,
    /** The CEP determined the state, so its field can be skipped. */
    knowsState: Boolean(current?.found && state && state === filled.state),
  };
}
