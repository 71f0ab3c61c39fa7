/** Bottom edge, in pixels, of one or two notices below the page's header. */
const UNDER_THE_HEAD = 200;

/** The row that was pressed last, which a notice usually concerns. */
let pressed: Element | undefined;

export function setPressedRow(row: Element) {
  pressed = row;
}

// Runs before the row's own handler. A press in a dialog concerns the row that opened it.
if (typeof document !== 'undefined')
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Element && target.closest('[role="dialog"]'))) pressed = undefined;
    },
    { capture: true, passive: true },
  );

/** The place of a notice: at the top, or at the bottom where the row that it speaks of stands at the top. */
export function noticePlace(row: { top: number; bottom: number } | undefined): 'top-center' | 'bottom-right' {
  return row && row.top < UNDER_THE_HEAD && row.bottom > 0 ? 'bottom-right' : 'top-center';
}

/** The place of a notice that comes now. */
export const noticePlaceNow = () => noticePlace(pressed?.isConnected ? pressed.getBoundingClientRect() : undefined);
