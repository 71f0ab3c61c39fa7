import { useEffect, useState } from 'react';

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
