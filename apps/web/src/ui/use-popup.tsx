import { type KeyboardEvent, type RefCallback, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';

/**
 * A button of which a list has many, and what opens from it: a Menu or Popover of Mantine, which goes through its whole
 * machinery while closed. It is drawn when a hand or the focus comes to its button.
 */
export function usePopup(kind: 'menu' | 'dialog') {
  const place = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [near, setNear] = useState(false);
  const [opened, setOpened] = useState(false);
  const come = () => setNear(true);
  return {
    near,
    setOpened,
    button: {
      ref: place,
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerDown: come,
      onFocus: come,
      onClick: () => {
        come();
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
