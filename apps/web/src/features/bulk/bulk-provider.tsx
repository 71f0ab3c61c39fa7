import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import type { BulkRequest } from './bulk-request.ts';

const BulkWindow = lazyWindow(
  () => import('./bulk-window.tsx'),
  (window) => window.default,
);

type Opened = { key: number } & ({ request: BulkRequest } | { run: number });

const Opening = createContext<{ ask: (request: BulkRequest) => void; open: (run: number) => void }>({
  ask: () => {},
  open: () => {},
});

let last = 0;

/** Wraps every page: a bulk action has one window, whatever page it was started on. */
export function BulkProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>();
  const actions = useMemo(() => {
    const key = () => {
      last += 1;
      return last;
    };
    return {
      ask: (request: BulkRequest) => setOpened({ key: key(), request }),
      open: (run: number) => setOpened({ key: key(), run }),
    };
  }, []);
  return (
    <Opening value={actions}>
      {children}
      {opened && <BulkWindow {...opened} onClose={() => setOpened(undefined)} />}
    </Opening>
  );
}

/** `ask` opens the preview of a bulk action; `open` shows a run in progress or finished. */
export const useBulk = () => useContext(Opening);
