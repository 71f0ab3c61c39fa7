import { type AnyPart, lazy } from '#web/ui/base/lazy.tsx';
import { ErrorState } from './blank.tsx';
import { Waiting } from './query-boundary.tsx';

/** Part of a page or window that has a place of its own. `what` it holds, with its article: "as taxas". */
export const lazyPanel = <Module, P extends AnyPart>(
  what: string,
  load: () => Promise<Module>,
  pick: (module: Module) => P,
  lines = 4,
) =>
  lazy(load, pick, {
    waiting: () => <Waiting what={what} lines={lines} />,
    failed: ({ error, retry }) => <ErrorState what={what} error={error} onRetry={retry} />,
  });
