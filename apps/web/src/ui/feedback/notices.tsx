import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyWindow } from '#web/ui/overlay/lazy-window.tsx';

export const NoticeStack = lazyWindow(() => import('./notice-stack.tsx').then((stack) => stack.default));

/**
 * Host of `toast` notices. Their code is loaded with the first notice or, after signing in, ahead of it, since notices
 * also report a lost connection.
 */
export function Notices() {
  const spoken = useNotifications().notifications.length > 0;
  const [needed, setNeeded] = useState(false);
  if (spoken && !needed) setNeeded(true);
  return needed && <NoticeStack />;
}
