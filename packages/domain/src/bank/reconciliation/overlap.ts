import { asciiText } from '../../base/ascii.ts';
import { addDays, type CalendarDate, earlier, later } from '../../base/calendar.ts';
import type { Span } from '../../base/span.ts';
import { type KeyedMovement, placed } from './balances.ts';

// A movement has one identifier in a bank's files and another one in its API, and some banks assign it only on the next
// day. Day and amount are the same in both.

type Place = Pick<KeyedMovement, 'day' | 'amount'>;
const placeOf = ({ day, amount }: Place) => `${day} ${amount}`;

/**
 * Movements listed by a call that aren't stored yet, from a file or an earlier call. A call lists every movement of
 * the days of its period, so for each day and amount no more are stored than the bank lists, whatever their keys.
 */
export function unlisted(
  listed: readonly KeyedMovement[],
  stored: readonly (Place & { keys: readonly string[] })[],
  { start, end }: Span,
): KeyedMovement[] {
  const keys = new Set(stored.flatMap((movement) => movement.keys));
  const room = new Map<string, number>();
  const add = (place: string, many: number) => room.set(place, (room.get(place) ?? 0) + many);
  for (const movement of listed) add(placeOf(movement), 1);
  for (const movement of stored) add(placeOf(movement), -1);
  return listed.filter((movement) => {
    if (keys.has(movement.key)) return false;
    // A bank may list a movement by its posting day, although its date precedes the period.
    if (movement.day < start || movement.day > end) return true;
    const place = placeOf(movement);
    const left = room.get(place) ?? 0;
    room.set(place, left - 1);
    return left > 0;
  });
}

type Stored = Place & { id: number; memo: string; keys: readonly string[]; isCalled: boolean };

/** Letters and digits of a memo: banks vary its blanks and accents between files. */
const wordsOf = (memo: string) =>
  asciiText(memo)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Key without the place among equal ones: `1|2026-03-05|100|2` is `1|2026-03-05|100`. */
function baseOfKey(key: string, place: Place): string {
  const end = `|${place.day}|${place.amount}`;
  const at = key.lastIndexOf(end);
  return at < 0 ? key : key.slice(0, at + end.length);
}

/** What two records of one movement have in common, the surest first. */
const SIGNS: readonly ((movement: { keys: readonly string[]; memo: string } & Place) => readonly string[])[] = [
  (movement) => movement.keys.map((key) => `${baseOfKey(key, movement)} ${wordsOf(movement.memo)}`),
  (movement) => [`${placeOf(movement)} ${wordsOf(movement.memo)}`],
  (movement) => movement.keys.map((key) => baseOfKey(key, movement)),
];

/**
 * Matches a file's lines with stored movements. A movement is more than its FITID, which some banks number anew in each
 * file or give to several movements: it is day, amount and text, as often as the day has them. A line that finds its
 * like is that movement; one that doesn't claims a movement of its day and amount that came from a call and was in no
 * file so far; any other is new, under a key that no stored movement has.
 * @param stored.isCalled it was in no file so far.
 */
export function claimed(
  listed: readonly KeyedMovement[],
  stored: readonly Stored[],
): { fresh: KeyedMovement[]; claims: { id: number; key: string }[] } {
  const left = new Set(stored);
  const claims: { id: number; movement: KeyedMovement }[] = [];
  let rest = listed;
  for (const signsOf of SIGNS) {
    const known = queues([...left], signsOf);
    rest = rest.filter((movement) => {
      const found = signsOf({ ...movement, keys: [movement.key] }).flatMap((sign) => take(known, sign, left));
      const [match] = found;
      if (match?.isCalled && !match.keys.includes(movement.key)) claims.push({ id: match.id, movement });
      return match === undefined;
    });
  }
  const called = queues(
    [...left].filter(({ isCalled }) => isCalled),
    (movement) => [placeOf(movement)],
  );
  rest = rest.filter((movement) => {
    const [match] = take(called, placeOf(movement), left);
    if (match) claims.push({ id: match.id, movement });
    return match === undefined;
  });
  const freeKey = freeKeys(stored.flatMap(({ keys }) => keys));
  return {
    fresh: rest.map((movement) => ({ ...movement, key: freeKey(movement) })),
    claims: claims.map(({ id, movement }) => ({ id, key: freeKey(movement) })),
  };
}

/** Stored movements by sign, the first one last. */
function queues(movements: readonly Stored[], signsOf: (typeof SIGNS)[number]): Map<string, Stored[]> {
  const found = new Map<string, Stored[]>();
  for (const movement of movements.toReversed())
    for (const sign of new Set(signsOf(movement))) {
      const there = found.get(sign);
      if (there) there.push(movement);
      else found.set(sign, [movement]);
    }
  return found;
}

/** The first stored movement with that sign which no line has taken; taken from then on. */
function take(known: ReadonlyMap<string, Stored[]>, sign: string, left: Set<Stored>): Stored[] {
  const queue = known.get(sign) ?? [];
  for (let next = queue.pop(); next; next = queue.pop()) if (left.delete(next)) return [next];
  return [];
}

/** Keys that no stored movement has, each given once. */
function freeKeys(stored: readonly string[]): (movement: KeyedMovement) => string {
  const taken = new Set(stored);
  const places = new Map<string, number>();
  return (movement) => {
    const base = baseOfKey(movement.key, movement);
    let before = places.get(base) ?? 0;
    while (taken.has(placed(base, before))) before += 1;
    places.set(base, before + 1);
    return placed(base, before);
  };
}

/** Days read again before the last one read, for movements that a bank posts late. */
const LATE_DAYS = 5;
/** Days of the first reading, and the maximum of any: the banks' APIs keep movements for some months only. */
const FIRST_DAYS = 30;
const MOST_DAYS = 60;

/** Days to request: yesterday and today at least. */
export function readingPeriod(today: CalendarDate, readUntil: CalendarDate | null): Span {
  const wanted = readUntil === null ? addDays(today, -FIRST_DAYS) : addDays(readUntil, -LATE_DAYS);
  return { start: later(earlier(wanted, addDays(today, -1)), addDays(today, -MOST_DAYS)), end: today };
}
