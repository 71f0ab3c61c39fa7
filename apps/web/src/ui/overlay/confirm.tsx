import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { Question } from './confirm-dialog.tsx';
import { lazyWindow } from './lazy-window.tsx';

export const ConfirmDialog = lazyWindow(() => import('./confirm-dialog.tsx').then((dialog) => dialog.default));

type Asked = Question & { number: number; answer: (yes: boolean) => void };

let last = 0;

const Asking = createContext<{ ask: (question: Question) => Promise<boolean>; open: boolean }>({
  ask: async () => false,
  open: false,
});

/** Around the application: the one place where confirmations appear. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(undefined);
          resolve(yes);
        };
        last += 1;
        setAsked({ ...question, number: last, answer });
      }),
    [],
  );
  return (
    <Asking value={{ ask, open: asked !== undefined }}>
      {children}
      {asked && (
        <Suspense>
          {/* One question may follow upon another's answer: it is a new one. */}
          <ConfirmDialog key={asked.number} {...asked} />
        </Suspense>
      )}
    </Asking>
  );
}

/** `if (await confirm({ title, says, verb })) …` */
export function useConfirm() {
  return useContext(Asking).ask;
}

/** While it is true, Escape belongs to the confirmation and not to the window under it. */
export function useIsConfirming() {
  return useContext(Asking).open;
}
