import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const NoticeStack = lazy(() => import('./notice-stack.tsx'));

/** Where `toast` speaks. What draws it is loaded with the first notice. */
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
