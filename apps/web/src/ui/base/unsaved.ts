import { useEffect, useState } from 'react';
import { levelOf, openWindows, useWindowAround } from './use-window.ts';

/** What is lost by leaving: a form that is not saved yet, or something that is shown only once. */
type Unsaved = {
  /** Number of windows over the page that hold it: it is lost with the topmost of them. */
  level: () => number;
  words: Words;
};

type Words = { title: string; body: string; verb: string };

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

/** What a window at `level` and those above it would lose; words of the question, and a way to let it go. */
export function heldAt(level: number) {
  const held = [...unsaved].filter(([, { level: at }]) => at() >= level);
  return {
    count: held.length,
    words: held[0]?.[1].words ?? CHANGES,
    isSaving: held.some(([form]) => saving.has(form)),
    release() {
      for (const [form] of held) unsaved.delete(form);
    },
  };
}
