import { createStore, useStore } from '#web/lib/store.ts';

const OPENED = 'morada-menu-open';

const opened = createStore(globalThis.localStorage?.getItem(OPENED) === 'yes');

/** Whether the folded group of the menu is open; the choice outlives the session. */
export const useFold = () => useStore(opened);

export function setFold(open: boolean) {
  if (open) localStorage.setItem(OPENED, 'yes');
  else localStorage.removeItem(OPENED);
  opened.set(open);
}
