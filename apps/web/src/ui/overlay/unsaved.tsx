import { useEffect, useState } from 'react';
import { useConfirm } from './confirm.tsx';
import { openWindows } from './use-window.ts';

/** The forms that hold something not yet saved, each with the number of windows that were open over the page then. */
const unsaved = new Map<object, number>();

/** The forms whose save is under way. */
const saving = new Set<object>();

export const anyUnsaved = () => unsaved.size > 0;

/**
 * Registers a form as unsaved while it is dirty, and as being saved. The returned function removes it from the unsaved
 * ones immediately, before a navigation.
 */
export function useUnsaved(dirty: boolean, isSaving = false): () => void {
  const [mark] = useState(() => ({}));
  useEffect(() => {
    if (!dirty) return;
    unsaved.set(mark, openWindows());
    return () => {
      unsaved.delete(mark);
    };
  }, [dirty, mark]);
  useEffect(() => {
    if (!isSaving) return;
    saving.add(mark);
    return () => {
      saving.delete(mark);
    };
  }, [isSaving, mark]);
  return () => unsaved.delete(mark);
}

/**
 * Resolves to whether the user may leave: nothing is unsaved, or the user discards it. A window at `level` asks about
 * its own forms and those of windows above it; forms below keep their changes. A window stays open without a question
 * while its form is being saved: the save closes the window itself, or shows what was refused.
 */
export function useMayLeave(level = 0): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => {
    const lost = [...unsaved].filter(([, at]) => at >= level).map(([form]) => form);
    if (lost.length === 0) return true;
    if (level > 0 && lost.some((form) => saving.has(form))) return false;
    const leave = await confirm({
      title: 'Descartar alterações',
      body: 'Há alterações não salvas. Se você sair agora, elas se perdem.',
      verb: 'Descartar alterações',
      danger: true,
    });
    if (leave) for (const form of lost) unsaved.delete(form);
    return leave;
  };
}
