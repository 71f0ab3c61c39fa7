import { useSyncExternalStore } from 'react';
import { ApiProblem } from './api/api.ts';

const RENEWED = 'Há uma versão nova da Morada. Recarregue a página para continuar.';
const AWAY = 'Sem conexão com o servidor. Tente de novo quando ela voltar.';

let renewed = false;
const listeners = new Set<() => void>();

/** A file of this app is gone, since the server has a newer one. */
export const useRenewed = () =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
      };
    },
    () => renewed,
  );

/** Why a part of the app could not be had: a newer one is there, or nothing answers; undefined where it is neither. */
export async function whyGone(): Promise<ApiProblem | undefined> {
  const mine = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  try {
    const page = await (await fetch(mine.includes('/login-') ? '/login' : '/', { cache: 'no-store' })).text();
    renewed = !page.includes(mine);
    for (const notify of listeners) notify();
    return renewed ? new ApiProblem(410, 'RENEWED', RENEWED) : undefined;
  } catch {
    return new ApiProblem(0, 'OFFLINE', AWAY);
  }
}

/** A part of the app that the browser could not load, in each browser's words. */
export const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);
