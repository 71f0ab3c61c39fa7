import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { lazyWindow } from './lazy-window.tsx';

export const NoticeStack = lazyWindow(() => import('./notice-stack.tsx').then((stack) => stack.default));

/**
 * Where `toast` speaks. What draws it is loaded with the first notice; behind the sign-in before, for
 * notices are what tells of a broken line.
 */
export function Notices() {
  const spoken = useNotifications().notifications.length > 0;
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (spoken) setNeeded(true);
  }, [spoken]);
  return (
    needed && (
      <Suspense>
        <NoticeStack />
      </Suspense>
    )
  );
}
