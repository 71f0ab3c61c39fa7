import type { Coordinates, GeocodeSearch } from '@morada/contract/registry/places';
import * as z from 'zod/mini';
import { coordinates } from './coordinates.ts';
import type { Ask } from './service.ts';

export type Geocode = (address: GeocodeSearch) => Promise<Coordinates | undefined>;

const BRAZIL = 'Brasil';

const Nominatim = z.array(z.object({ lat: z.string(), lon: z.string() }));

/** The query excludes neighbourhood and CEP: those of OpenStreetMap rarely match those of the post office. */
export const nominatim =
  (ask: Ask): Geocode =>
  async ({ street, number, city, state, country }) => {
    const query: Record<string, string> = { street: [number, street].filter(Boolean).join(' '), city };
    if (state) query.state = state;
    query.country = country ?? BRAZIL;
    const found = await ask({
      path: 'search',
      query: { ...query, format: 'jsonv2', limit: '1', 'accept-language': 'pt-BR' },
      answer: Nominatim,
    });
    return found?.[0] && coordinates(Number.parseFloat(found[0].lat), Number.parseFloat(found[0].lon));
  };

const Google = z.object({
  status: z.enum(['OK', 'ZERO_RESULTS']),
  results: z.array(z.object({ geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }) })),
});

export const googleGeocoding =
  (ask: Ask, key: string): Geocode =>
  async ({ street, number, neighborhood, city, state, cep, country }) => {
    const address = [street, number, neighborhood, city, state, cep, country ?? BRAZIL].filter(Boolean).join(', ');
    const found = await ask({ path: 'geocode/json', query: { address, language: 'pt-BR', key }, answer: Google });
    const location = found?.results[0]?.geometry.location;
    return location && coordinates(location.lat, location.lng);
  };
