import { heldAt } from '#web/ui/base/unsaved.ts';
import { useConfirm } from './confirm.tsx';

/**
 * Resolves to whether the user may leave: nothing is unsaved, or the user discards it. A window at `level` asks about
 * its own forms and those of windows above it; forms below keep their changes. A window stays open without a question
 * while its form is being saved: the save closes the window itself, or shows what was refused.
 */
export function useMayLeave(level = 0): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => {
    const held = heldAt(level);
    if (held.count === 0) return true;
    if (level > 0 && held.isSaving) return false;
    const leave = await confirm({ ...held.words, danger: true });
    if (leave) held.release();
    return leave;
  };
}
