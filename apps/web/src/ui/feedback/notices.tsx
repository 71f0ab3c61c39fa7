import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { untilLoaded } from '#web/lib/version.ts';
import { lazyWindow } from '#web/ui/overlay/lazy-window.tsx';

const loadStack = untilLoaded(() => import('./notice-stack.tsx'));

export const NoticeStack = lazyWindow(() => loadStack().then((stack) => stack.default));

/**
 * Host of `toast` notices. Their code is loaded with the first notice or, after signing in, ahead of it, since notices
 * also report a lost connection. Notices wait in the store until it has loaded.
 */
export function Notices() {
  const spoken = useNotifications().notifications.length > 0;
  const [needed, setNeeded] = useState(false);
  if (spoken && !needed) setNeeded(true);
  return needed && <NoticeStack />;
}
