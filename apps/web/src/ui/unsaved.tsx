import { useEffect, useRef } from 'react';
import { useConfirm } from './confirm.tsx';
import { openWindows } from './use-window.ts';

/** The forms that hold something not yet saved, each with the number of windows that were open over the page then. */
const unsaved = new Map<object, number>();

export const anyUnsaved = () => unsaved.size > 0;

/** Counts a form among them while it is dirty; the function returned lets go at once, before a navigation. */
export function useUnsaved(dirty: boolean): () => void {
  const mark = useRef({}).current;
  useEffect(() => {
    if (!dirty) return;
    unsaved.set(mark, openWindows());
    return () => {
      unsaved.delete(mark);
    };
  }, [dirty, mark]);
  return () => unsaved.delete(mark);
}

/**
 * Resolves to whether one may leave: nothing is unsaved, or the person gives it up. A window asks for itself and those
 * above it, `level`; what lies under it stays as it is.
 */
export function useMayLeave(level = 0): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => {
    const lost = [...unsaved].filter(([, at]) => at >= level).map(([form]) => form);
    if (lost.length === 0) return true;
    const leave = await confirm({
      title: 'Descartar alterações',
      says: 'Há alterações não salvas. Se você sair agora, elas se perdem.',
      verb: 'Descartar alterações',
      danger: true,
    });
    if (leave) for (const form of lost) unsaved.delete(form);
    return leave;
  };
}
