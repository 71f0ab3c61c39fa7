import { type KeyboardEvent, type RefCallback, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';

/**
 * Trigger button and its popup, a Mantine Menu or Popover. A list has many of them, and Mantine runs all of a popup's
 * code even while it is closed, so the popup mounts on the first press or focus of its button.
 */
export function usePopup(kind: 'menu' | 'dialog') {
  const place = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [mounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  const mount = () => setMounted(true);
  return {
    mounted,
    setOpened,
    button: {
      ref: place,
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerDown: mount,
      onFocus: mount,
      onClick: () => {
        mount();
        setOpened(!opened);
      },
      // Before the focus has moved into what was opened, Escape closes it all the same.
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') setOpened(false);
      },
    },
    popup: { id, opened, onChange: setOpened },
    /** The only child of the popup's `Target`. */
    target: <Place of={place} />,
  };
}

/** Hands a popup the button that was there before it. */
function Place({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => ref?.(of.current), [of, ref]);
  return null;
}
