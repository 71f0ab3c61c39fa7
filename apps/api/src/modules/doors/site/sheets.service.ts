import { buffer } from 'node:stream/consumers';
import { type ListingSheet, propertyProblems } from '@morada/contract/registry/properties';
import { formatMoney } from '@morada/domain/base/money';
import { weekLines } from '@morada/domain/brand/opening-hours';
import { listingFacts, listingTitle, monthlyTotal, paragraphs, publicAddress } from '@morada/domain/property/listing';
import { mapArea } from '@morada/domain/property/map-area';
import { listingPath } from '@morada/domain/property/property';
import type { TransactionType } from '@morada/domain/property/property-words';
import type { Deps } from '#api/context.ts';
import { makeMap } from '#api/files/images.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { openImage } from '#api/modules/registry/images/images.service.ts';
import type { ListingPaper } from '#api/pdf/listing.ts';
import { listingSheetPdf } from '#api/pdf/listing-sheet.ts';
import { windowSheetPdf } from '#api/pdf/window-sheet.ts';
import * as queries from './site.queries.ts';
import { type FoundListing, openListing } from './site.service.ts';

const DEALS: Record<TransactionType, string> = {
  RENT: 'Aluga-se',
  SALE: 'Vende-se',
  PRE_SALE: 'Pré-venda',
  EXCHANGE: 'Permuta',
};

/** Photographs on the sheet: one large, three small. */
const PHOTOGRAPHS = 4;

/**
 * A paper of a listing that the public site shows, with what the site shows of it.
 * @param origin of the public site, for the address in the code.
 */
export async function printListing(deps: Deps, id: number, kind: ListingSheet, origin: string) {
  const listing = await openListing(deps, id);
  if (!listing) throw propertyProblems.NOT_LISTED();
  const isSheet = kind === 'folha';
  const [face, letterhead, photographs, map] = await Promise.all([
    faceOf(deps),
    letterheadOf(deps),
    readPhotographs(deps, listing, isSheet ? PHOTOGRAPHS : 1),
    isSheet ? readMap(deps, id) : undefined,
  ]);
  const hours = weekLines(face).map(({ name, text }) => `${name}: ${text}`);
  const paper: ListingPaper = {
    agency: { ...letterhead, whatsapp: face.whatsapp, showsName: face.shows_name, hours },
    listing: { ...inWords(listing, photographs, origin), map },
    day: deps.today(),
  };
  if (isSheet) return listingSheetPdf(paper);
  return windowSheetPdf(paper, { size: kind.includes('a3') ? 'a3' : 'a4', landscape: kind.endsWith('paisagem') });
}

function inWords(listing: FoundListing, photographs: Buffer[], origin: string): ListingPaper['listing'] {
  const { id, type, price, fees, description, features } = listing;
  const total = monthlyTotal({ type, price }, fees);
  const costs =
    total === null || price <= 0
      ? []
      : [
          { name: 'Aluguel', amount: formatMoney(price) },
          ...fees.map((fee) => ({ name: fee.name, amount: formatMoney(fee.price) })),
          { name: 'Total por mês', amount: formatMoney(total), total: true },
        ];
  return {
    code: id,
    title: listingTitle(listing),
    address: publicAddress(listing),
    deal: DEALS[type],
    price: price > 0 ? formatMoney(price) : 'Sob consulta',
    period: type === 'RENT' && price > 0 ? 'por mês' : null,
    costs,
    facts: listingFacts(listing),
    description: paragraphs(description ?? '')
      .map((lines) => lines.join(' '))
      .join(' '),
    features: features.map(({ name }) => name),
    photographs,
    url: origin + listingPath(listing),
  };
}

/** The first photographs: the cover in full, the others in medium size. One whose file is missing is left out. */
async function readPhotographs(deps: Deps, { images }: FoundListing, most: number): Promise<Buffer[]> {
  const read = async ({ key }: { key: string }, index: number) =>
    buffer(await openImage(deps, index === 0 ? 'full' : 'medium', `${key}.jpg`));
  const found = await Promise.allSettled(images.slice(0, most).map(read));
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Pixels of the map on the sheet. */
const MAP = { width: 640, height: 180 };

/** A map of the surroundings, where a tile server is set and answers; the position on it is coarse. */
async function readMap({ db, outside }: Deps, id: number): Promise<ListingPaper['listing']['map']> {
  const { tile, map } = outside;
  const position = tile && (await queries.findPosition(db, id));
  const { latitude, longitude } = position ?? {};
  if (!tile || !map || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const area = mapArea({ latitude, longitude }, MAP);
  const read = await Promise.all(area.tiles.map(async (one) => ({ ...one, bytes: await tile(one) }))).catch(() => []);
  const picture = read.length > 0 ? await makeMap(read, MAP) : undefined;
  return picture && { picture, part: area.radius / MAP.width, attribution: map.attribution };
}
