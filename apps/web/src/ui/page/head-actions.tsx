import { ActionIcon } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { InHeadMenu } from '#web/ui/base/head-menu.ts';
import { useShortcut } from '#web/ui/base/shortcuts.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import classes from './head-actions.module.css';

export type HeadActionsProps = {
  /** The period of the page, in sight at every width. */
  period?: ReactNode;
  /** The filled button, in sight at every width. */
  primary?: ReactNode;
  /** The other buttons, behind "⋯" under 768 px. */
  actions?: ReactNode;
};

/**
 * The buttons in the head of a page. The entries of "⋯" stay mounted while it is closed: a button may own the window that
 * it opens, or the field of a file dialog. They stay so when the screen is turned.
 */
export function HeadActions({ period, primary, actions }: HeadActionsProps) {
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const dots = useRef<HTMLButtonElement>(null);
  const place = useClickOutside<HTMLDivElement>(() => setOpened(false));

  function close() {
    setOpened(false);
    dots.current?.focus({ preventScroll: true });
  }

  // The click bubbles: the entry's own handler has run. Clicks in a window that an entry opened bubble here, too, but
  // their target is outside.
  function chosen({ target, currentTarget }: MouseEvent) {
    const entry = target instanceof Element && currentTarget.contains(target) && target.closest('a, button');
    if (phone && entry && !entry.hasAttribute('aria-haspopup')) close();
  }

  function escaped({ key, target, currentTarget }: KeyboardEvent) {
    const inside = target instanceof Element && currentTarget.contains(target) && !target.closest('[role="menu"]');
    if (opened && key === 'Escape' && inside) close();
  }

  function left({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false);
  }

  return (
    <div className={classes.actions} data-page-actions>
      {period}
      {actions && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys and clicks are those of the buttons within
        <div ref={place} className={classes.more} onKeyDown={escaped} onBlur={left}>
          {phone && (
            <ActionIcon
              ref={dots}
              variant="default"
              size={32}
              aria-label="Mais ações"
              aria-expanded={opened}
              aria-controls={id}
              onClick={() => setOpened(!opened)}
            >
              <IconDots size={17} />
            </ActionIcon>
          )}
          {/* The work of an entry, an export say, goes on after the entries have closed over it. */}
          {phone && (
            <span className={classes.working}>
              <Spinner size={17} label="Aguarde um momento" />
            </span>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
          <fieldset
            id={id}
            aria-label={phone ? 'Mais ações' : undefined}
            className={classes.entries}
            hidden={phone && !opened}
            onClick={chosen}
          >
            <InHeadMenu value={phone}>{actions}</InHeadMenu>
          </fieldset>
        </div>
      )}
      {primary && <Primary>{primary}</Primary>}
    </div>
  );
}

/** The button of a new record, with its key. */
function Primary({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useShortcut('create', () => place.current?.querySelector<HTMLElement>('a, button:enabled')?.click());
  return (
    <span ref={place} className={classes.primary}>
      {children}
    </span>
  );
}
