import { useBlocker } from '@tanstack/react-router';
import { anyUnsaved, useMayLeave } from './unsaved.tsx';

/** Asks before the address changes to another page or record. One for the whole application, in the shell. */
export function UnsavedGuard() {
  const mayLeave = useMayLeave();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const open = (search: object) => (search as { open?: unknown }).open;
      const stays = current.pathname === next.pathname && open(current.search) === open(next.search);
      return !stays && !(await mayLeave());
    },
    enableBeforeUnload: anyUnsaved,
  });
  return null;
}
