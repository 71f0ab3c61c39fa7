import { useEffect, useState } from 'react';
import { useConfirm } from './confirm.tsx';
import type { Question } from './confirm-window.tsx';
import { levelOf, openWindows, useWindowAround } from './use-window.ts';

/** What is lost by leaving: a form that is not saved yet, or something that is shown only once. */
type Unsaved = {
  /** Number of windows over the page that hold it: it is lost with the topmost of them. */
  level: () => number;
  words: Words;
};

type Words = Pick<Question, 'title' | 'body' | 'verb'>;

const CHANGES: Words = {
  title: 'Descartar alterações',
  body: 'Há alterações não salvas. Se você sair agora, elas se perdem.',
  verb: 'Descartar alterações',
};

const unsaved = new Map<object, Unsaved>();

/** The forms whose save is under way. */
const saving = new Set<object>();

export const anyUnsaved = () => unsaved.size > 0;

/**
 * Registers a form as unsaved while it is dirty, and as being saved. The returned function removes it from the unsaved
 * ones immediately, before a navigation.
 */
export function useUnsaved(dirty: boolean, isSaving = false, words = CHANGES): () => void {
  const [mark] = useState(() => ({}));
  const around = useWindowAround();
  useEffect(() => {
    if (!dirty) return;
    // A window is counted after what it holds is mounted; a form's hook may stand outside the window that shows it.
    const opened = openWindows();
    unsaved.set(mark, { level: () => Math.max(opened, levelOf(around)), words });
    return () => {
      unsaved.delete(mark);
    };
  }, [dirty, mark, around, words]);
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
    const held = [...unsaved].filter(([, { level: at }]) => at() >= level);
    const lost = held.map(([form]) => form);
    if (lost.length === 0) return true;
    if (level > 0 && lost.some((form) => saving.has(form))) return false;
    const leave = await confirm({ ...(held[0]?.[1].words ?? CHANGES), danger: true });
    if (leave) for (const form of lost) unsaved.delete(form);
    return leave;
  };
}
