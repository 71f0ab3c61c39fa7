import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { MODAL } from '#web/ui/overlay/use-window.ts';

export type ShortcutRow = { keys: string; does: string };

/**
 * All keyboard shortcuts of the application. The window behind "?" lists them, and bindings refer to their names. ` ou
 * ` separates alternative keys.
 */
export const SHORTCUTS = {
  palette: { group: 'everywhere', keys: 'Ctrl K', does: 'Buscar um cadastro ou uma ação' },
  keys: { group: 'everywhere', keys: '?', does: 'Ver os atalhos do teclado' },
  create: { group: 'lists', keys: 'N', does: 'Novo cadastro: o botão em destaque no alto da página' },
  confirm: { group: 'windows', keys: 'Ctrl Enter', does: 'O botão em destaque da janela ou do formulário' },
} as const satisfies Record<string, ShortcutRow & { group: ShortcutGroup }>;

export type ShortcutGroup = 'everywhere' | 'goTo' | 'lists' | 'windows' | 'forms';
export type ShortcutName = keyof typeof SHORTCUTS;

/** Targets of `G` followed by a letter. */
export type GoTo = { key: string; go: () => void };

const OFF = 'morada-single-keys';
const PATIENCE = 1_500;

type Bound = { name: ShortcutName; run: () => void };
const bound: Bound[] = [];
const listeners = new Set<() => void>();

/**
 * Single-key shortcuts can be switched off, since they interfere with speech input. The setting outlives the session.
 */
export const singleKeys = () => localStorage.getItem(OFF) !== 'off';

export function setSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'off');
  for (const notify of listeners) notify();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
    };
  }, singleKeys);
}

/** Binds a key of the table for as long as the component is there. */
export function useShortcut(name: ShortcutName, run: () => void) {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const mine: Bound = { name, run: () => runLatest() };
    bound.push(mine);
    return () => {
      bound.splice(bound.indexOf(mine), 1);
    };
  }, [name]);
}

/** Hears the keys; one for the whole application, in the shell. */
export function useKeys(pages: GoTo[]) {
  const pageOf = useEffectEvent((key: string) => pages.find((page) => page.key === key));
  useEffect(() => {
    let leading = 0;
    // Before the field in which one is: a list would take Enter for its own.
    const hearFirst = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
        return;
      if (event.key.toLowerCase() === 'k') press('palette', event);
      else if (event.key === 'Enter') press('confirm', event);
    };
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || !singleKeys() || isTyping(event.target) || topWindow())
        return;
      if (Date.now() - leading < PATIENCE) {
        leading = 0;
        const page = pageOf(key);
        if (page) {
          event.preventDefault();
          page.go();
        }
        return;
      }
      if (key === 'g') leading = Date.now();
      else if (key === '?') press('keys', event);
      else if (key === 'n' && !event.shiftKey) press('create', event);
    };
    document.addEventListener('keydown', hearFirst, true);
    document.addEventListener('keydown', hear);
    return () => {
      document.removeEventListener('keydown', hearFirst, true);
      document.removeEventListener('keydown', hear);
    };
  }, []);
}

function press(name: ShortcutName, event: KeyboardEvent) {
  const last = bound.findLast((one) => one.name === name);
  if (!last) return;
  event.preventDefault();
  event.stopPropagation();
  last.run();
}

/** A letter typed there means itself. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [role="menu"] *, [role="menuitem"]',
    ));

/** The window that lies above all others, of several at one height the last. */
const topWindow = () =>
  [...document.querySelectorAll(MODAL)].sort((one, other) => heightOf(one) - heightOf(other)).at(-1);

const heightOf = (window: Element) =>
  Number(window.parentElement && getComputedStyle(window.parentElement).zIndex) || 0;

/** Presses the button of the form in which one is, else the filled one of the topmost window, or of the page. */
export function pressPrimary() {
  const form = document.activeElement?.closest('form');
  const button =
    form?.querySelector<HTMLElement>(`[type="submit"]${READY}`) ??
    (topWindow() ?? document).querySelector<HTMLElement>(`[data-primary]${READY}`);
  button?.click();
}

const READY = ':not([disabled], [data-loading])';

/** Presses the filled button in the head of the page: a new record. Others name their variant. */
export function pressCreate() {
  document.querySelector<HTMLElement>(`[data-page-actions] .mantine-Button-root:not([data-variant])${READY}`)?.click();
}
