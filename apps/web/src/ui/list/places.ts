import { type AnyRouter, useLocation, useMatch } from '@tanstack/react-router';
import { createUserStore, useStore } from '#web/lib/store.ts';

/** Position in a list: the last opened row, its page, and the history entry at the time. */
type Place = { row: string; page: number; from: string | undefined };

const places = createUserStore<ReadonlyMap<string, Place>>(new Map());

export const placeIn = (list: string) => places.get().get(list);

export function rememberPlace(list: string, place: Place) {
  const { row, page, from } = placeIn(list) ?? {};
  if (row === place.row && page === place.page && from === place.from) return;
  places.set(new Map(places.get()).set(list, place));
}

export const usePlace = (list: string) => useStore(places, (all) => all.get(list));

/** The present entry of the browser's history, without subscribing to its changes. */
export const historyEntry = ({ state }: AnyRouter): string | undefined => state.location.state.__TSR_key;

/** The present entry of the browser's history. */
export const useHistoryEntry = () => useLocation({ select: ({ state }) => state.__TSR_key });

/** Path of the page still rendered: during navigation the location is already the next one's. */
export const usePagePath = () =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(?<=.)\/$/, '') });
