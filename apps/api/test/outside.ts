import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A stub HTTP server on this machine. `answers` can be replaced while it runs. */
export async function startStubServer(answers: Handler = services) {
  const stub = { answers, asked: [] as string[], url: '', close };
  const server = createServer((request, response) => {
    stub.asked.push(request.url ?? '');
    stub.answers(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;

  async function close() {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

/** Settings that use `services` for all external services. */
export const settingsFor = (url: string) => ({
  CEP_URL: `${url}/ws`,
  INDICES_URL: `${url}/dados/serie`,
  BANKS_URL: `${url}/api`,
  GEOCODING_URL: `${url}/nominatim`,
  PLACES_URL: `${url}/google`,
  PLACES_KEY: PLACES_KEY,
  TILES_URL: `${url}/tiles/{z}/{x}/{y}.png`,
});

export const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
};

const PLACES_KEY = 'chave-de-teste';

/** Stubs of every service: ViaCEP, BrasilAPI, Nominatim, Google and a tile server. */
export function services(request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const cep = /^\/ws\/(.*)\/json\/$/.exec(pathname)?.[1];
  if (cep !== undefined) return viaCep(cep, response);
  const series = /^\/dados\/serie\/bcdata\.sgs\.(\d+)\/dados$/.exec(pathname)?.[1];
  if (series !== undefined) return sgs(series, response);
  if (pathname === '/api/banks/v1') return json(response, BANKS);
  if (pathname === '/nominatim/search') return json(response, nominatim(searchParams));
  if (pathname === '/maps/geocode/json') return json(response, googleGeocoding(searchParams));
  if (pathname.startsWith('/google/v1/places')) return googlePlaces(pathname, request, response);
  if (pathname.startsWith('/tiles/')) return response.writeHead(200, { 'content-type': 'image/png' }).end(TILE);
  response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
}

const SGS: Record<string, object[]> = {
  '189': [
    { data: '01/10/2026', valor: '-0.41' },
    { data: '01/11/2026', valor: '0.5' },
  ],
  '433': [{ data: '01/10/2026', valor: '0.30' }],
};

function sgs(series: string, response: ServerResponse) {
  const months = SGS[series];
  return months ? json(response, months) : json(response, { error: 'Value(s) not found' }, 404);
}

const CEPS: Record<string, object> = {
  '01001000': {
    cep: '01001-000',
    logradouro: 'Praça da Sé',
    complemento: 'lado ímpar',
    unidade: '',
    bairro: 'Sé',
    localidade: 'São Paulo',
    uf: 'SP',
    estado: 'São Paulo',
    regiao: 'Sudeste',
    ibge: '3550308',
    gia: '1004',
    ddd: '11',
    siafi: '7107',
  },
  '37270000': {
    cep: '37270-000',
    logradouro: '',
    complemento: '',
    unidade: '',
    bairro: '',
    localidade: 'Campo Belo',
    uf: 'MG',
    estado: 'Minas Gerais',
    regiao: 'Sudeste',
    ibge: '3111200',
    gia: '',
    ddd: '35',
    siafi: '4223',
  },
};

function viaCep(cep: string, response: ServerResponse) {
  if (!/^\d{8}$/.test(cep)) return response.writeHead(400, { 'content-type': 'text/html' }).end('<h2>Bad Request</h2>');
  return json(response, CEPS[cep] ?? { erro: 'true' });
}

const BANKS = [
  { ispb: '00000000', name: 'BCO DO BRASIL S.A.', code: 1, fullName: 'Banco do Brasil S.A.' },
  { ispb: '99999999', name: 'BCO MORADA', code: 998, fullName: 'Banco Morada S.A.' },
  { ispb: '00038121', name: 'Selic', code: null, fullName: 'Banco Central do Brasil - Selic' },
];

function nominatim(query: URLSearchParams) {
  if (!/Praça da Sé$/.test(query.get('street') ?? '') || query.get('city') !== 'São Paulo') return [];
  return [
    {
      place_id: 10_203_040,
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
      osm_type: 'way',
      osm_id: 4_567_890,
      lat: '-23.5503898',
      lon: '-46.6330991',
      category: 'place',
      type: 'square',
      importance: 0.4,
      name: 'Praça da Sé',
      display_name: 'Praça da Sé, Sé, São Paulo, Região Sudeste, 01001-000, Brasil',
      boundingbox: ['-23.5513898', '-23.5493898', '-46.6340991', '-46.6320991'],
    },
  ];
}

function googleGeocoding(query: URLSearchParams) {
  if (!query.get('key'))
    return { status: 'REQUEST_DENIED', error_message: 'You must use an API key to authenticate.', results: [] };
  if (!query.get('address')?.startsWith('Praça da Sé')) return { status: 'ZERO_RESULTS', results: [] };
  const location = { lat: -23.5503898, lng: -46.6330991 };
  return {
    status: 'OK',
    results: [
      {
        address_components: [],
        formatted_address: 'Praça da Sé - Sé, São Paulo - SP, 01001-000, Brasil',
        geometry: { location, location_type: 'GEOMETRIC_CENTER' },
        place_id: 'ChIJ0WGkg4FEzpQRrlsz_whLqZs',
        types: ['route'],
      },
    ],
  };
}

function googlePlaces(pathname: string, { headers }: IncomingMessage, response: ServerResponse) {
  const refuse = (code: number, status: string) => json(response, { error: { code, status } }, code);
  if (headers['x-goog-api-key'] !== PLACES_KEY) return refuse(403, 'PERMISSION_DENIED');
  if (!headers['x-goog-fieldmask']) return refuse(400, 'INVALID_ARGUMENT');
  if (pathname.endsWith('places:autocomplete')) return json(response, SUGGESTIONS);
  return pathname.endsWith(`/${PRACA.placeId}`) ? json(response, DETAILS) : refuse(404, 'NOT_FOUND');
}

const PRACA = {
  place: 'places/EiZQcmHDp2EgZGEgU8Op',
  placeId: 'EiZQcmHDp2EgZGEgU8Op',
  text: { text: 'Praça da Sé - Sé, São Paulo - SP, Brasil', matches: [{ endOffset: 5 }] },
  structuredFormat: {
    mainText: { text: 'Praça da Sé', matches: [{ endOffset: 5 }] },
    secondaryText: { text: 'Sé, São Paulo - SP, Brasil' },
  },
  types: ['route', 'geocode'],
};
const SUGGESTIONS = { suggestions: [{ placePrediction: PRACA }] };

const part = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
  languageCode: 'pt-BR',
});
const DETAILS = {
  addressComponents: [
    part('108', '108', 'street_number'),
    part('Praça da Sé', 'Praça da Sé', 'route'),
    part('Sé', 'Sé', 'sublocality_level_1', 'sublocality', 'political'),
    part('São Paulo', 'São Paulo', 'administrative_area_level_2', 'political'),
    part('São Paulo', 'SP', 'administrative_area_level_1', 'political'),
    part('Brasil', 'BR', 'country', 'political'),
    part('01001-000', '01001-000', 'postal_code'),
  ],
  location: { latitude: -23.5503898, longitude: -46.6330991 },
};

/** One grey pixel, scaled to a tile. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12O4//gBAAVHAqMm3OplAAAAAElFTkSuQmCC',
  'base64',
);
