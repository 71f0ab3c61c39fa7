import type { Problem } from '@morada/contract/base/problem';
import { type GeocodeSearch, placeProblems } from '@morada/contract/registry/places';
import { BANKS } from '@morada/domain/bank/banks';
import type { Context } from '#api/context.ts';
import { Unavailable } from '#api/outside/service.ts';

export function placesSettings({ outside: { cep, geocode, places, map } }: Context) {
  return { cep: Boolean(cep), geocoding: Boolean(geocode), places: Boolean(places), map: map ?? null };
}

export async function addressOfCep({ outside }: Pick<Context, 'outside'>, cep: string) {
  if (!outside.cep) throw placeProblems.CEP_UNAVAILABLE();
  const found = await orRefuse(outside.cep(cep), placeProblems.CEP_UNAVAILABLE);
  if (!found) throw placeProblems.CEP_NOT_FOUND();
  return found;
}

/** A position is optional: without the service the answer has none. */
export async function geocode({ outside }: Context, address: GeocodeSearch) {
  return (await orNothing(outside.geocode?.(address))) ?? null;
}

export function suggestPlaces({ outside }: Context, text: string) {
  if (!outside.places) throw placeProblems.PLACES_UNAVAILABLE();
  return orRefuse(outside.places.suggest(text), placeProblems.PLACES_UNAVAILABLE);
}

export async function showPlace({ outside }: Context, id: string) {
  if (!outside.places) throw placeProblems.PLACES_UNAVAILABLE();
  const found = await orRefuse(outside.places.show(id), placeProblems.PLACES_UNAVAILABLE);
  if (!found) throw placeProblems.PLACE_NOT_FOUND();
  return found;
}

export async function listBanks({ outside }: Context) {
  return [...((await orNothing(outside.banks?.())) ?? BANKS)];
}

async function orNothing<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}

async function orRefuse<T>(answer: Promise<T>, problem: () => Problem): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Unavailable ? problem() : error;
  }
}
