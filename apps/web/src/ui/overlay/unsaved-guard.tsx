import { useBlocker } from '@tanstack/react-router';
import { anyUnsaved } from '#web/ui/base/unsaved.ts';
import { useMayLeave } from './may-leave.ts';

type Over = { open?: unknown; record?: unknown };

/** Asks before the address changes to another page or record. One for the whole application, in the shell. */
export function UnsavedGuard() {
  const mayLeave = useMayLeave();
  const mayLeaveWindow = useMayLeave(1);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const [from, to]: Over[] = [current.search, next.search];
      if (current.pathname !== next.pathname || from?.open !== to?.open) return !(await mayLeave());
      // The page stays under a record's window: only what the window holds is lost.
      return from?.record !== undefined && from.record !== to?.record && !(await mayLeaveWindow());
    },
    enableBeforeUnload: anyUnsaved,
  });
  return null;
}
