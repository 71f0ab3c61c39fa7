import { type GeocodeSearch, places } from '@morada/contract/registry/places';
import type * as z from 'zod/mini';
import { query } from '#web/lib/api/query.ts';

const FOR_THE_SESSION = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Which services there are; the person can always type. */
export const placesSettingsQuery = { ...query(places.settings, {}), staleTime: Number.POSITIVE_INFINITY };

const NO_CEP = 'Não foi possível consultar o CEP. Preencha o endereço.';

export const cepQuery = (cep: string) => ({
  ...query(places.cep, { params: { cep } }, { failure: NO_CEP }),
  ...FOR_THE_SESSION,
});

export const geocodeQuery = (address: z.input<typeof GeocodeSearch>) => ({
  ...query(places.geocode, { query: address }),
  ...FOR_THE_SESSION,
});

const NO_PLACES = 'Não foi possível buscar endereços. Preencha os campos.';

export const suggestionsQuery = (text: string) => ({
  ...query(places.suggest, { query: { query: text } }, { failure: NO_PLACES }),
  ...FOR_THE_SESSION,
});

export const placeQuery = (id: string) => ({
  ...query(places.show, { params: { id } }, { failure: NO_PLACES }),
  ...FOR_THE_SESSION,
});
