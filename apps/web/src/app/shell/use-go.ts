import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { openWindows } from '#web/ui/base/use-window.ts';

export type Place = Pick<LinkProps, 'to' | 'search' | 'params'>;

/** Navigates without a link, and moves the focus to the beginning of the page unless a window is open. */
export function useGo() {
  const navigate = useNavigate();
  return async (place: Place) => {
    await navigate(place as Parameters<typeof navigate>[0]);
    if (openWindows() === 0) document.getElementById('content')?.focus({ preventScroll: true });
  };
}
