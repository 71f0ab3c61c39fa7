import { createStore, useStore } from '#web/lib/store.ts';

/**
 * Browser storage between visits, encrypted in localStorage: AES-GCM with a non-extractable key in IndexedDB. Opened
 * once before the application starts; reads are synchronous from then on. Without Web Crypto (plain http from another
 * machine) nothing outlives the tab.
 */
const STORE = 'morada';
const VECTOR_BYTES = 12;

/** `elsewhere`: another tab made the last change. */
const vault = createStore<{ content: Record<string, unknown>; elsewhere: boolean }>({ content: {}, elsewhere: false });
let key: CryptoKey | undefined;
let writing = Promise.resolve();

let opening: Promise<void> | undefined;

export function openVault(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open() {
  key = await openKey().catch(() => undefined);
  if (key) vault.set({ content: await unseal(localStorage.getItem(STORE)), elsewhere: false });
  addEventListener('storage', async (event) => {
    if (event.key !== STORE) return;
    vault.set({ content: await unseal(event.newValue), elsewhere: true });
  });
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
  writing = writing.then(save, save);
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

async function save() {
  if (!key) return;
  const vector = crypto.getRandomValues(new Uint8Array(VECTOR_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(vault.get().content));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: vector }, key, plain));
  localStorage.setItem(STORE, btoa(String.fromCharCode(...vector, ...sealed)));
}

async function unseal(text: string | null): Promise<Record<string, unknown>> {
  if (!key || !text) return {};
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const iv = bytes.subarray(0, VECTOR_BYTES);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(VECTOR_BYTES));
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return {}; // Sealed with a key that is gone: as good as empty.
  }
}

async function openKey(): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const opening = indexedDB.open(STORE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await done(opening);
  // One transaction, so that two tabs starting together agree on a key.
  const keys = database.transaction('keys', 'readwrite').objectStore('keys');
  const kept: CryptoKey | undefined = await done(keys.get('vault'));
  if (!kept) await done(keys.put(fresh, 'vault'));
  database.close();
  return kept ?? fresh;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
