import type { Bank, CepAddress } from '@morada/contract/registry/places';
import type { Settings } from '../base/settings.ts';
import { bankList } from './banks.ts';
import { cepLookup } from './cep.ts';
import { type Geocode, googleGeocoding, nominatim } from './geocoding.ts';
import { type Mail, openMail } from './mail.ts';
import type { NationalSettings } from './nfse/access.ts';
import { googlePlaces, type Places } from './places.ts';
import { priceIndices } from './price-indices.ts';
import { type Ask, outsideService, PATIENCE, type Patience } from './service.ts';
import { mapTiles, type Tile } from './tiles.ts';

/** External services. An absent one is disabled; a failing one throws `Unavailable`. */
export type Outside = {
  cep?: (cep: string) => Promise<CepAddress | undefined>;
  banks?: () => Promise<Bank[]>;
  geocode?: Geocode;
  places?: Places;
  /** How the national system of notes is reached, in place of its own address. */
  national?: Omit<NationalSettings, 'environment'>;
  /** Monthly rates of a price index since a day. */
  indices?: ReturnType<typeof priceIndices>;
  mail?: Mail;
  /** The browser loads tiles directly; the API only gives their address. */
  map?: { url: string; attribution: string };
  /** A tile of that map, for papers, which no browser draws. */
  tile?: (tile: Tile) => Promise<Buffer>;
};

type OutsideSettings = Pick<
  Settings,
  | 'CEP_URL'
  | 'INDICES_URL'
  | 'BANKS_URL'
  | 'GEOCODING_URL'
  | 'GEOCODING_KIND'
  | 'GEOCODING_KEY'
  | 'PLACES_URL'
  | 'PLACES_KEY'
  | 'TILES_URL'
  | 'TILES_ATTRIBUTION'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'NFSE_URL'
  | 'NFSE_HASH'
>;

export function openOutside(settings: OutsideSettings, patience: Patience = PATIENCE): Outside {
  const { CEP_URL, INDICES_URL, BANKS_URL, PLACES_URL, PLACES_KEY, TILES_URL, TILES_ATTRIBUTION, SMTP_URL, MAIL_FROM } =
    settings;
  const service = (base: string) => outsideService(base, patience);
  return {
    cep: CEP_URL ? cepLookup(service(CEP_URL)) : undefined,
    banks: BANKS_URL ? bankList(service(BANKS_URL)) : undefined,
    geocode: geocoding(settings, service),
    national: { hash: settings.NFSE_HASH, ...(settings.NFSE_URL && { address: settings.NFSE_URL }) },
    indices: INDICES_URL ? priceIndices(service(INDICES_URL)) : undefined,
    mail: SMTP_URL && MAIL_FROM ? openMail({ server: SMTP_URL, from: MAIL_FROM }, patience) : undefined,
    places: PLACES_KEY ? googlePlaces(service(PLACES_URL), PLACES_KEY) : undefined,
    tile: TILES_URL ? mapTiles(TILES_URL, patience) : undefined,
    map: TILES_URL ? { url: TILES_URL, attribution: TILES_ATTRIBUTION } : undefined,
  };
}

const GOOGLE_GEOCODING = 'https://maps.googleapis.com/maps/api';

function geocoding(settings: OutsideSettings, service: (base: string) => Ask): Geocode | undefined {
  const { GEOCODING_URL: base, GEOCODING_KIND: kind, GEOCODING_KEY: key } = settings;
  if (kind === 'nominatim') return base ? nominatim(service(base)) : undefined;
  return key ? googleGeocoding(service(base ?? GOOGLE_GEOCODING), key) : undefined;
}
