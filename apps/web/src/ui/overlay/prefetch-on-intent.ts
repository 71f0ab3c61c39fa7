import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** Hover delay in milliseconds, so that passing over a row does not prefetch. */
const REST = 60;

export type PrefetchHandlers = {
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  onPointerDown?: () => void;
  onFocus?: () => void;
};

/**
 * Handlers that prefetch the data and code of a record when the pointer or the focus rests on its row, and at once when
 * it is pressed. One instance serves a whole list; the function returned stays the same.
 */
export function usePrefetchOnIntent<T>(prefetch: ((about: T) => unknown) | undefined): (about: T) => PrefetchHandlers {
  const latest = useRef(prefetch);
  useEffect(() => {
    latest.current = prefetch;
  });
  const [handlers] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (about: T) => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current?.(about), REST);
    };
    return (about: T): PrefetchHandlers => ({
      onPointerEnter: () => rest(about),
      onPointerLeave: () => clearTimeout(timer),
      onPointerDown: () => {
        clearTimeout(timer);
        latest.current?.(about);
      },
      onFocus: () => rest(about),
    });
  });
  return handlers;
}

/** Prefetches the query of a record; known data is shown while it is fetched again. */
export function usePrefetch() {
  const cache = useQueryClient();
  return <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) => cache.prefetchQuery(query);
}
