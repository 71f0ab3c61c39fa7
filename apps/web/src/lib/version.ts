import { ApiProblem } from './api/api.ts';
import { createStore, useStore } from './store.ts';

const RENEWED = 'Há uma versão nova da Morada. Recarregue a página para continuar.';
const AWAY = 'Sem conexão com o servidor. Tente de novo quando ela voltar.';

const renewed = createStore(false);

/** A file of this app is gone, since the server has a newer one. */
export const useRenewed = () => useStore(renewed);

/** Why a part of the app could not be had: a newer one is there, or nothing answers; undefined where it is neither. */
export async function whyGone(): Promise<ApiProblem | undefined> {
  const mine = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  try {
    const { status } = await fetch(mine, { method: 'HEAD', cache: 'no-store' });
    renewed.set(status === 404);
    return renewed.get() ? new ApiProblem(410, 'RENEWED', RENEWED) : undefined;
  } catch {
    return new ApiProblem(0, 'OFFLINE', AWAY);
  }
}

/** A part of the app that the browser could not load, in each browser's words. */
export const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);
