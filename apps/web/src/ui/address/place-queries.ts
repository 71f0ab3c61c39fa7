import { type GeocodeSearch, places } from '@morada/contract/places';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

const FOR_THE_SESSION = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Which services there are; the person can always type. */
export const placesSettingsQuery = queryOptions({
  queryKey: ['places', 'settings'],
  queryFn: ({ signal }) => api(places.settings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const cepQuery = (cep: string) =>
  queryOptions({
    queryKey: ['places', 'cep', cep],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Não foi possível consultar o CEP. Preencha o endereço.',
        api(places.cep, { params: { cep } }, { signal }),
      ),
    ...FOR_THE_SESSION,
  });

export const geocodeQuery = (address: z.input<typeof GeocodeSearch>) =>
  queryOptions({
    queryKey: ['places', 'geocode', address],
    queryFn: ({ signal }) => api(places.geocode, { query: address }, { signal }),
    ...FOR_THE_SESSION,
  });

const NO_PLACES = 'Não foi possível buscar endereços. Preencha os campos.';

export const suggestionsQuery = (query: string) =>
  queryOptions({
    queryKey: ['places', 'suggestions', query],
    queryFn: ({ signal }) => withFailureMessage(NO_PLACES, api(places.suggest, { query: { query } }, { signal })),
    ...FOR_THE_SESSION,
  });

export const placeQuery = (id: string) =>
  queryOptions({
    queryKey: ['places', 'place', id],
    queryFn: ({ signal }) => withFailureMessage(NO_PLACES, api(places.show, { params: { id } }, { signal })),
    ...FOR_THE_SESSION,
  });
