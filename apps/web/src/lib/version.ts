import { ApiProblem } from './api/api.ts';
import { createStore, useStore } from './store.ts';

const RENEWED = 'Há uma versão nova da Morada. Recarregue a página para continuar.';
const KEPT = 'Esta parte não pôde ser carregada. Tente de novo, ou recarregue a página.';
const AWAY = 'Sem conexão com o servidor. Tente de novo quando ela voltar.';

const renewed = createStore(false);

/** A file of this app is gone, since the server has a newer one. */
export const useRenewed = () => useStore(renewed);

/**
 * Reason why a part of the app failed to load: the server has a newer version, or is unreachable, or else the browser
 * has cached an earlier failure until the page is reloaded.
 */
export async function whyGone(): Promise<ApiProblem> {
  const mine = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  try {
    const { status } = await fetch(mine, { method: 'HEAD', cache: 'no-store' });
    renewed.set(status === 404);
    return renewed.get() ? new ApiProblem(410, 'RENEWED', RENEWED) : new ApiProblem(0, 'KEPT', KEPT);
  } catch {
    return new ApiProblem(0, 'OFFLINE', AWAY);
  }
}

const AGAIN = 4_000;

/**
 * Loads a part of the app that must come: after a failure it is requested again, `every` so many milliseconds, until the
 * server is reached. Only a newer version of the app ends the attempts.
 */
export const untilLoaded =
  <Part>(load: () => Promise<Part>, every = AGAIN) =>
  async (): Promise<Part> => {
    for (;;) {
      try {
        return await load().catch(importAnew<Part>);
      } catch (error) {
        await whyGone();
        if (renewed.get()) throw error;
        await new Promise((resolve) => setTimeout(resolve, every));
      }
    }
  };

/** Chromium remembers a failed import by its address, which its message names: another address is requested. */
export function importAnew<Part>(error: unknown): Promise<Part> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  return address ? import(/* @vite-ignore */ `${address}?${Date.now()}`) : Promise.reject(error);
}

/** Retries style sheets that failed to load, which Vite never does; called once, at startup. */
export function retryStyles() {
  const again = (sheet: HTMLLinkElement) => renewed.get() || sheet.replaceWith(sheet.cloneNode());
  addEventListener(
    'error',
    ({ target }) =>
      target instanceof HTMLLinkElement && target.rel === 'stylesheet' && setTimeout(again, AGAIN, target),
    true,
  );
}

/** A part of the app that the browser could not load, in each browser's words. */
export const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);

/**
 * TanStack Router reloads the page once for each part that is missing, which loses what was typed and, offline, leaves the
 * page white. It is told that it has done so, and shows the error in the page's place.
 */
export function keepMissingParts() {
  addEventListener('vite:preloadError', ({ payload }) =>
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1'),
  );
}
