import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** False until the first frame of the component is painted, then true in a transition. `already`: true from the beginning. */
export function usePainted(already = false): boolean {
  const [painted, setPainted] = useState(already);
  useEffect(() => {
    if (!painted) afterPaint(() => startTransition(() => setPainted(true)));
  }, [painted]);
  return useDeferredValue(painted, false);
}
