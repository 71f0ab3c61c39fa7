import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A part of a page whose code comes only where it is shown. Brought ahead by the page's loader it stands there with the page;
 * otherwise as soon as it has come.
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
