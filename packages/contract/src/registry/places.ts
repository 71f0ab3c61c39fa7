import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { blank, cep, optionalText, STATES, state, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));

export const Coordinates = z.object({ latitude, longitude });
export type Coordinates = z.output<typeof Coordinates>;

/** A small town has one CEP for all its streets: street and neighbourhood are empty then. */
export const CepAddress = z.object({
  cep: z.string(),
  street: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.enum(STATES),
});
export type CepAddress = z.output<typeof CepAddress>;

export const GeocodeSearch = z.object({
  street: text('Informe a rua'),
  number: optionalText(20),
  neighborhood: optionalText(),
  city: text('Informe a Cidade'),
  state: blank(state()),
  cep: blank(cep()),
  /** Defaults to Brazil. */
  country: optionalText(),
});
export type GeocodeSearch = z.output<typeof GeocodeSearch>;

/** Suggestion of a search field: a line, with its location below. */
export const PlaceSuggestion = z.object({ id: z.string(), label: z.string(), below: z.string() });
export type PlaceSuggestion = z.output<typeof PlaceSuggestion>;

/** Parts of a place's address; missing ones are empty. */
export const Place = z.object({
  ...CepAddress.shape,
  state: z.union([z.enum(STATES), z.literal('')]),
  number: z.string(),
  country: z.string(),
  latitude: z.nullable(latitude),
  longitude: z.nullable(longitude),
});
export type Place = z.output<typeof Place>;

export const Bank = z.object({ code: z.string(), name: z.string() });
export type Bank = z.output<typeof Bank>;

/** Minimum length of a search. */
export const PLACE_LETTERS = 3;
const placeId = z.string().check(z.regex(/^[\w-]{1,300}$/));

export const places = endpoints('places', {
  settings: {
    method: 'GET',
    path: '/places/settings',
    access: 'login',
    summary: 'Quais serviços de endereço estão ligados',
    response: z.object({
      cep: z.boolean(),
      geocoding: z.boolean(),
      places: z.boolean(),
      map: z.nullable(z.object({ url: z.string(), attribution: z.string() })),
    }),
  },
  cep: {
    method: 'GET',
    path: '/cep/:cep',
    access: 'login',
    summary: 'O endereço de um CEP',
    params: z.object({ cep: cep() }),
    response: CepAddress,
  },
  geocode: {
    method: 'GET',
    path: '/geocode',
    access: 'login',
    summary: 'As coordenadas de um endereço; null quando não se acham',
    query: GeocodeSearch,
    response: z.nullable(Coordinates),
  },
  suggest: {
    method: 'GET',
    path: '/places',
    access: 'login',
    summary: 'Endereços que começam por um texto',
    query: z.object({
      query: text('Digite ao menos três letras', 120).check(z.minLength(PLACE_LETTERS, 'Digite ao menos três letras')),
    }),
    response: z.array(PlaceSuggestion),
  },
  show: {
    method: 'GET',
    path: '/places/:id',
    access: 'login',
    summary: 'As partes do endereço de um lugar, e suas coordenadas',
    params: z.object({ id: placeId }),
    response: Place,
  },
  banks: {
    method: 'GET',
    path: '/banks/v1',
    access: 'login',
    summary: 'Os bancos do país',
    response: z.array(Bank),
  },
});

export const placeProblems = problems({
  CEP_NOT_FOUND: [404, 'CEP não encontrado'],
  CEP_UNAVAILABLE: [503, 'Não foi possível consultar o CEP. Preencha o endereço.'],
  PLACE_NOT_FOUND: [404, 'Não encontramos este endereço. Preencha os campos.'],
  PLACES_UNAVAILABLE: [503, 'Não foi possível buscar endereços. Preencha os campos.'],
});
