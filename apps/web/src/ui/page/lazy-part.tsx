import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * Part of a page whose code is loaded lazily. When the route's loader preloads it, it renders with the page; otherwise
 * once its chunk is loaded.
 */
export function lazyPart(load: () => Promise<{ default: ComponentType }>) {
  let there: ComponentType | undefined;
  const bring = async () => {
    const part = await load();
    there = part.default;
    return part;
  };
  const Late = lazy(bring);
  function Part() {
    const [Shown] = useState<ComponentType>(() => there ?? Late);
    return (
      <Suspense>
        <Shown />
      </Suspense>
    );
  }
  return { Part, bring };
}
