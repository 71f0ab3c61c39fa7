import { type Cents, centsToReais, formatMoney } from '@morada/domain/base/money';
import { listingTitle } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import type { findPins } from '#api/modules/doors/site/search.service.ts';

type Pin = Awaited<ReturnType<typeof findPins>>[number];

/** Listings as the map's script takes them. */
export const mapData = (pins: readonly Pin[]) => ({
  words: `${pins.length === 1 ? '1 imóvel' : `${pins.length} imóveis`} no mapa, em posição aproximada.`,
  pins: pins.map((pin) => ({
    id: pin.id,
    latitude: pin.latitude,
    longitude: pin.longitude,
    price: pin.advertised_total === null ? 'Consulte' : shortMoney(pin.advertised_total),
    cost: costOf(pin),
    title: listingTitle(pin),
    near: `${pin.neighborhood}, ${pin.city}`,
    path: listingPath(pin),
  })),
});

function costOf({ type, advertised_total }: Pin) {
  if (advertised_total === null) return 'Sob consulta';
  return `${formatMoney(advertised_total)}${type === 'RENT' ? ' /mês' : ''}`;
}

const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumSignificantDigits: 3 });

/** `R$ 2,75 mil`: fits on a pin. */
const shortMoney = (amount: Cents) => `R$\u00a0${compact.format(centsToReais(amount))}`;
