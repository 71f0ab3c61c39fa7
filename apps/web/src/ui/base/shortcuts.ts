import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { type OpenWindow, topWindow, useWindowAround } from './use-window.ts';

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

/** `window`: the one that the action stands in; undefined on the page. */
type Bound = { name: ShortcutName; run: () => void; window: OpenWindow | undefined };
const bound: Bound[] = [];

const keysOn = createStore(globalThis.localStorage?.getItem(OFF) !== 'off');

/**
 * Single-key shortcuts can be switched off, since they interfere with speech input. The setting outlives the session.
 */
export function setSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'off');
  keysOn.set(on);
}

export const useSingleKeys = () => useStore(keysOn);

/** Binds a key of the table while the component is mounted. */
export function useShortcut(name: ShortcutName, run: () => void) {
  const window = useWindowAround();
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const mine: Bound = { name, run: () => runLatest(), window };
    bound.push(mine);
    return () => {
      bound.splice(bound.indexOf(mine), 1);
    };
  }, [name, window]);
}

/** Hears the keys; one for the whole application, in the shell. */
export function useKeys(pages: GoTo[]) {
  const pageOf = useEffectEvent((key: string) => pages.find((page) => page.key === key));
  useEffect(() => {
    let leading = 0;
    // Runs in the capture phase, before the focused field: a list would handle Enter itself.
    const hearFirst = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
        return;
      if (event.key.toLowerCase() === 'k') press('palette', event);
      else if (event.key === 'Enter') confirm(event);
    };
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || !keysOn.get() || isTyping(event.target) || topWindow())
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

/** Runs what was bound last: anywhere, or else in the topmost window alone. */
function press(name: ShortcutName, event: KeyboardEvent) {
  const isEverywhere = SHORTCUTS[name].group === 'everywhere';
  const last = bound.findLast((one) => one.name === name && (isEverywhere || one.window === topWindow()));
  if (last) take(event, last.run);
}

/** Submits the form that has the focus, or else presses the primary button of the topmost window or of the page. */
function confirm(event: KeyboardEvent) {
  const form = document.activeElement?.closest('form');
  const submit = form?.querySelector<HTMLElement>('[type="submit"]:enabled');
  if (submit) take(event, () => submit.click());
  else press('confirm', event);
}

function take(event: KeyboardEvent, run: () => void) {
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** Whether letters typed into the target are input and not shortcuts. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [role="menu"] *, [role="menuitem"]',
    ));
