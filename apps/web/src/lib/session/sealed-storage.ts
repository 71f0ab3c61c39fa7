/**
 * Encrypted record in localStorage: AES-GCM with a non-extractable key in IndexedDB. Without Web Crypto (plain http from
 * another machine) nothing is stored. Imports nothing, since browser tests run it in a page of their own.
 */
const STORE = 'morada';
const VECTOR_BYTES = 12;

type Content = Record<string, unknown>;

let key: CryptoKey | undefined;

/** Once, before anything is loaded or saved. */
export async function openSealedStorage() {
  key = await openKey().catch(() => undefined);
}

export const load = (): Promise<Content> => unseal(localStorage.getItem(STORE));

/** Calls `changed` with what another tab saved. */
export function onSavedElsewhere(changed: (content: Content) => void) {
  addEventListener('storage', async (event) => {
    if (event.key === STORE) changed(await unseal(event.newValue));
  });
}

export async function save(content: Content) {
  if (!key) return;
  const vector = crypto.getRandomValues(new Uint8Array(VECTOR_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: vector }, key, plain));
  localStorage.setItem(STORE, btoa(String.fromCharCode(...vector, ...sealed)));
}

async function unseal(text: string | null): Promise<Content> {
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
  const transaction = database.transaction('keys', 'readwrite');
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const keys = transaction.objectStore('keys');
  const kept: CryptoKey | undefined = await done(keys.get('vault'));
  if (!kept) await done(keys.put(fresh, 'vault'));
  // A page that is left before would lose the key, and with it what was sealed.
  await committed;
  database.close();
  return kept ?? fresh;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
