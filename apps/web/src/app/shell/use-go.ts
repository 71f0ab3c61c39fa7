import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { openWindows } from '#web/ui/overlay/use-window.ts';

export type Place = Pick<LinkProps, 'to' | 'search' | 'params'>;

/** Goes there without a link having been pressed: the focus goes along, to the page's beginning. */
export function useGo() {
  const navigate = useNavigate();
  return async (place: Place) => {
    await navigate(place as Parameters<typeof navigate>[0]);
    if (openWindows() === 0) document.getElementById('content')?.focus({ preventScroll: true });
  };
}
