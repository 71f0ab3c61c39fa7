import { session } from '@morada/contract/access/session';
import type { Answer, Endpoint } from '@morada/contract/base/endpoint';
import { api, apiFile, type Input } from './api.ts';

/** Opens in another tab the address that a call answers with. */
export async function openLink(call: () => Promise<{ url: string }>) {
  const tab = window.open('', '_blank'); // Before the call, or the browser takes it for an advertisement.
  try {
    const { url } = await call();
    if (tab) tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** The same of a call whose answer is the address alone: a receipt. */
export const openAnswer = <E extends Endpoint>(
  endpoint: Answer<E> extends { url: string } ? E : never,
  input: Input<E>,
) => openLink(() => api(endpoint as E, input) as Promise<{ url: string }>);

/** Opens in another tab the file that a path of the API answers with, by an address that works once. */
export const openFile = (path: string) => openLink(() => api(session.ticket, { body: { path } }));

/** Saves the file that a call answers with among the person's downloads, under its own name unless another is given. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof apiFile<E>>[1],
  { as, onReceived }: { as?: string; onReceived?: (bytes: number) => void } = {},
) {
  const { file, name } = await apiFile(endpoint, input, onReceived);
  save(file, as ?? name);
}

/** Saves a text among the user's downloads. */
export const saveText = (text: string, name: string) => save(new Blob([text], { type: 'text/plain' }), name);

function save(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
