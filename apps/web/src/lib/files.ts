import type { Endpoint } from '@morada/contract/endpoint';
import { session } from '@morada/contract/session';
import { api, pathOf } from './api.ts';

/** Opens a file of the API in another tab, by an address that works once: a tab of its own carries no session. */
export function openFile<E extends Endpoint & { file: string }>(endpoint: E, input: Parameters<typeof pathOf<E>>[1]) {
  return openLink(() => api(session.ticket, { body: { path: pathOf(endpoint, input) } }));
}

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
