import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { Sight } from '#web/lib/sight.ts';
import { openWindows } from './use-window.ts';

/** Hover delay in milliseconds, so that passing over a row does not prefetch. */
const REST = 60;

type Ahead<T> = {
  /** Prefetches the data and code for opening the record. */
  fetch: ((about: T) => unknown) | undefined;
  /**
   * Search param value of the record, for a window over the page: the window is rendered hidden once its data is
   * loaded.
   */
  key?: ((about: T) => Key) | undefined;
};

type Key = number | string;

/**
 * Prefetches data and code on hover, focus or touch start. One instance serves a whole list; only the last target
 * counts.
 */
export function useAhead<T>(ahead: Ahead<T>) {
  const now = useRef(ahead);
  now.current = ahead;
  const [handlers] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest: T;
    const go = async (about: T) => {
      clearTimeout(timer);
      latest = about;
      await now.current.fetch?.(about);
      const key = now.current.key?.(about);
      // Preparing is skipped under an open window: the prepared window would stay mounted in its place on close.
      if (key === undefined || latest !== about || openWindows() > 0) return;
      if (drawn?.key !== key && !drawn?.sight.seen) tell({ key, sight: new Sight() });
    };
    return (about: T) => {
      if (!now.current.fetch) return {};
      const rest = () => {
        clearTimeout(timer);
        timer = setTimeout(go, REST, about);
      };
      return {
        onPointerEnter: rest,
        onPointerLeave: () => clearTimeout(timer),
        onPointerDown: () => go(about),
        onFocus: rest,
      };
    };
  });
  return handlers;
}

/** Prefetches the record of a row. Awaits the fetch only without cached data; cached data can be rendered at once. */
export function useFetchAhead() {
  const cache = useQueryClient();
  return <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) => {
    const asked = cache.prefetchQuery(query);
    return cache.getQueryData(query.queryKey) === undefined && asked;
  };
}

/** The record prepared for opening, by its search param value. */
type Drawn = { key: Key; sight: Sight };

let drawn: Drawn | undefined;
const listeners = new Set<() => void>();

function tell(next: Drawn | undefined) {
  drawn = next;
  for (const notify of listeners) notify();
}

export const forgetDrawn = () => drawn && tell(undefined);

/** Rendered in a transition; the window reports by itself when it is shown. */
export function useDrawn(): Drawn | undefined {
  const [now, setNow] = useState(drawn);
  useEffect(() => {
    const notify = () => startTransition(() => setNow(drawn));
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
    };
  }, []);
  return now;
}

/** Shows the window rendered for the record, if there is one, and updates the URL after the next paint. */
export function openDrawn(key: Key, open: () => unknown) {
  if (drawn?.key !== key) return void open();
  drawn.sight.show();
  afterPaint(async () => {
    try {
      await open();
    } finally {
      // The URL now names the record, or a blocker cancelled the navigation.
      forgetDrawn();
    }
  });
}
