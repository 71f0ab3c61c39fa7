import { useEffect, useState, useSyncExternalStore } from 'react';

let windows = 0;
const listeners = new Set<() => void>();

/** How many windows lie over the page, one above the other. */
export const openWindows = () => windows;

function count(change: 1 | -1) {
  windows += change;
  for (const notify of listeners) notify();
}

/** Takes its place above the windows already open, counted from 1; only the topmost hears Escape. */
export function useLevel(): { level: number; topmost: boolean } {
  const [level] = useState(() => windows + 1);
  const open = useSyncExternalStore(subscribe, openWindows);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
  return { level, topmost: open <= level };
}

function subscribe(notify: () => void) {
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
  };
}

/** What every window owes the page: the focus back to the row's button, and no jump when the scroll bar goes. */
export function useWindow() {
  const [before] = useState(() => {
    keepScrollbarsPlace();
    return document.activeElement;
  });
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** overlays.css hides the scroll bar while a window is open, and fills its place by this. */
function keepScrollbarsPlace() {
  const page = document.documentElement;
  if (document.querySelector('[aria-modal="true"]')) return;
  page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`);
}
