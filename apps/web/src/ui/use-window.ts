import { useEffect, useState, useSyncExternalStore } from 'react';

/** The windows that lie over the page, the topmost last. */
const windows: object[] = [];
const listeners = new Set<() => void>();

export const openWindows = () => windows.length;

/** A window's place above the page, counted from 1; only the topmost hears Escape. */
export function useLevel(): { level: number; topmost: boolean } {
  const [window] = useState(() => ({}));
  const level = useSyncExternalStore(subscribe, () => windows.indexOf(window) + 1);
  const topmost = useSyncExternalStore(subscribe, () => windows.at(-1) === window);
  useEffect(() => {
    windows.push(window);
    tell();
    return () => {
      windows.splice(windows.indexOf(window), 1);
      tell();
    };
  }, [window]);
  return { level, topmost };
}

function tell() {
  for (const notify of listeners) notify();
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
