import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyPart } from '#web/ui/base/lazy.tsx';

export const NoticeStack = lazyPart(
  () => import('./notice-stack.tsx'),
  ({ default: NoticeStack }) => NoticeStack,
);

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
