import { useEffect, useState } from 'react';

/** Gives the focus back, when the window closes, to whatever had it before: the row's button. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
