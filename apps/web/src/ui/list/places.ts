import { type AnyRouter, useLocation, useMatch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

/** Position in a list: the last opened row, its page, and the history entry at the time. */
type Place = { row: string; page: number; from: string | undefined };

const places = new Map<string, Place>();
const listeners = new Set<() => void>();

export const placeIn = (list: string) => places.get(list);

export function rememberPlace(list: string, place: Place) {
  const { row, page, from } = places.get(list) ?? {};
  if (row === place.row && page === place.page && from === place.from) return;
  places.set(list, place);
  for (const notify of listeners) notify();
}

export const usePlace = (list: string) =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
      };
    },
    () => places.get(list),
  );

/** The present entry, where nothing follows from its change. */
export const historyEntry = ({ state }: AnyRouter): string | undefined => state.location.state.__TSR_key;

/** The present entry of the browser's history. */
export const useHistoryEntry = () => useLocation({ select: ({ state }) => state.__TSR_key });

/** Path of the page still rendered: during navigation the location is already the next one's. */
export const usePagePath = () =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(?<=.)\/$/, '') });
