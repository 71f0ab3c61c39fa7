import { createStore, useStore } from '#web/lib/store.ts';
import { load, onSavedElsewhere, openSealedStorage, save } from './sealed-storage.ts';

/**
 * Browser storage between visits, encrypted. Opened once before the application starts; reads are synchronous from then
 * on. `elsewhere`: another tab made the last change.
 */
const vault = createStore<{ content: Record<string, unknown>; elsewhere: boolean }>({ content: {}, elsewhere: false });
let writing = Promise.resolve();

let opening: Promise<void> | undefined;

export function openVault(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open() {
  await openSealedStorage();
  vault.set({ content: await load(), elsewhere: false });
  onSavedElsewhere((content) => vault.set({ content, elsewhere: true }));
}

export function read<T>(name: string): T | undefined {
  return vault.get().content[name] as T | undefined;
}

export const useVault = <T>(name: string) => useStore(vault, ({ content }) => content[name] as T | undefined);

/** Undefined forgets. Resolves when it is on disk; the screen need not wait. */
export function write(name: string, value: unknown): Promise<void> {
  return replace({ ...vault.get().content, [name]: value });
}

function replace(next: Record<string, unknown>): Promise<void> {
  vault.set({ content: next, elsewhere: false });
  const saveLatest = () => save(vault.get().content);
  writing = writing.then(saveLatest, saveLatest);
  return writing;
}

/** Forgets everything. */
export function clearVault(): Promise<void> {
  return replace({});
}

/** Called on every change; `elsewhere` says that another tab made it. */
export function onVaultChange(notify: (elsewhere: boolean) => void) {
  return vault.subscribe(() => notify(vault.get().elsewhere));
}
