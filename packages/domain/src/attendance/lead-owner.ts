import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { LeadKind } from './lead-words.ts';

/** Somebody who takes turns, and what for. */
export type Broker = {
  id: number;
  on_duty: boolean;
  away_from: CalendarDate | null;
  away_until: CalendarDate | null;
  kinds: readonly LeadKind[];
  /** Empty: all of them. */
  neighborhoods: readonly string[];
  price_from: Cents | null;
  price_to: Cents | null;
  /** When the last lead was given; null: never. */
  last_given_at: string | null;
};

type Wanted = {
  kind: LeadKind;
  /** Of the listing; null: of none. */
  neighborhood: string | null;
  price: Cents | null;
};

type Captador = { id: number; away: Pick<Broker, 'away_from' | 'away_until'> | undefined };

/** Whether the person is away on the day: open ends count. */
export const isAway = ({ away_from, away_until }: Pick<Broker, 'away_from' | 'away_until'>, today: CalendarDate) =>
  (away_from !== null || away_until !== null) &&
  (away_from === null || away_from <= today) &&
  (away_until === null || today <= away_until);

const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** How well the person's area fits: 0 where it doesn't, 1 where they have none, more for each part that fits. */
function areaFit({ neighborhoods, price_from, price_to }: Broker, { neighborhood, price }: Wanted): number {
  const isNear = neighborhood !== null && neighborhoods.some((one) => bare(one) === bare(neighborhood));
  if (neighborhoods.length > 0 && !isNear) return 0;
  const hasPrices = price_from !== null || price_to !== null;
  if (hasPrices && (price === null || price < (price_from ?? 0) || price > (price_to ?? price))) return 0;
  return 1 + (neighborhoods.length > 0 ? 1 : 0) + (hasPrices ? 1 : 0);
}

/**
 * Who gets a lead: the listing's captador, else the one on duty whose area fits best and whose turn was longest ago.
 * Whoever is away is passed over. Undefined: nobody, and the lead waits to be taken.
 */
export function chooseOwner(
  wanted: Wanted,
  brokers: readonly Broker[],
  { captador, today }: { captador: Captador | undefined; today: CalendarDate },
): number | undefined {
  if (captador && !(captador.away && isAway(captador.away, today))) return captador.id;
  const [first] = brokers
    .filter((broker) => broker.on_duty && !isAway(broker, today) && broker.kinds.includes(wanted.kind))
    .map((broker) => ({ ...broker, fits: areaFit(broker, wanted) }))
    .filter(({ fits }) => fits > 0)
    .sort(
      (one, other) =>
        other.fits - one.fits ||
        (one.last_given_at ?? '').localeCompare(other.last_given_at ?? '') ||
        one.id - other.id,
    );
  return first?.id;
}
