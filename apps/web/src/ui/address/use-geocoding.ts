import { STATES } from '@morada/contract/base/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Form } from '#web/ui/form/use-form.ts';
import { type AddressPart, addressIn } from './address-in.ts';
import { geocodeQuery, placesSettingsQuery } from './place-queries.ts';

const PARTS = ['street', 'number', 'neighborhood', 'city', 'state', 'cep', 'country'] as const;

type GeocodingOptions = {
  exterior: boolean;
  /** The position is shown: an address without one is then located even if no field was edited. */
  onMap: boolean;
};

/** Puts an address on the map, silently, in a form that keeps coordinates. */
export function useGeocoding<V extends FieldValues>(form: Form<V>, { exterior, onMap }: GeocodingOptions) {
  const client = useQueryClient();
  const address = addressIn(form);
  const located = useRef('');

  const text = (part: AddressPart) => address.text(part).trim();
  const written = () => PARTS.map(text).join('\n');
  const position = () => [address.value('latitude'), address.value('longitude')].join();

  /** Coordinates set by hand are kept until the address changes. */
  function isDue() {
    if (!address.has('latitude') || !text('street') || !text('number') || !text('city')) return false;
    const isPlaced = typeof address.value('latitude') === 'number';
    const isOpen = onMap && !isPlaced;
    return written() !== located.current && (isOpen || PARTS.some(address.isChanged));
  }

  async function locate() {
    if (!isDue()) return;
    const settings = await client.ensureQueryData(placesSettingsQuery).catch(() => undefined);
    if (!settings?.geocoding) return;
    const [line, before] = [written(), position()];
    located.current = line;
    const found = await client.fetchQuery(geocodeQuery(sought())).catch(() => null);
    // The address or the pin may have changed during the request.
    if (!found || written() !== line || position() !== before) return;
    address.set('latitude', found.latitude);
    address.set('longitude', found.longitude);
  }

  function sought() {
    const [street, number, neighborhood, city] = [text('street'), text('number'), text('neighborhood'), text('city')];
    const country = text('country') || undefined;
    if (exterior) return { street, number, neighborhood, city, country };
    const state = STATES.find((code) => code === text('state'));
    return { street, number, neighborhood, city, state, cep: text('cep'), country };
  }

  return {
    locate,
    /** The coordinates that stand there are those of the address. */
    settle: () => {
      located.current = written();
    },
  };
}
