import { addDays, type CalendarDate, earlier, later } from '../../base/calendar.ts';
import type { Span } from '../../base/span.ts';
import type { KeyedMovement } from './balances.ts';

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

/**
 * Matches a file's lines with stored movements. A line claims a movement of its day and amount that came from a call
 * and was in no file so far; a line that claims none is new.
 * @param stored.isCalled it was in no file so far.
 */
export function claimed(
  listed: readonly KeyedMovement[],
  stored: readonly (Place & { id: number; keys: readonly string[]; isCalled: boolean })[],
): { fresh: KeyedMovement[]; claims: { id: number; key: string }[] } {
  const known = new Set(stored.flatMap(({ keys }) => keys));
  const free = new Map<string, number[]>();
  for (const movement of stored)
    if (movement.isCalled) free.set(placeOf(movement), [...(free.get(placeOf(movement)) ?? []), movement.id]);
  const fresh: KeyedMovement[] = [];
  const claims: { id: number; key: string }[] = [];
  for (const movement of listed) {
    if (known.has(movement.key)) continue;
    const id = free.get(placeOf(movement))?.shift();
    if (id === undefined) fresh.push(movement);
    else claims.push({ id, key: movement.key });
  }
  return { fresh, claims };
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
