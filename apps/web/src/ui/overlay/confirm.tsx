import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import type { Question } from './confirm-window.tsx';

export const ConfirmWindow = lazyWindow(
  () => import('./confirm-window.tsx'),
  (dialog) => dialog.default,
);

type Asked = Question & { number: number; answer: (yes: boolean) => void };

let last = 0;

const Asking = createContext<(question: Question) => Promise<boolean>>(async () => false);

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
    <Asking value={ask}>
      {children}
      {asked && (
        // A question may directly follow another one: the key gives it a dialog without the former's state.
        <ConfirmWindow key={asked.number} {...asked} onClose={() => asked.answer(false)} />
      )}
    </Asking>
  );
}

/** `if (await confirm({ title, body, verb })) …` */
export function useConfirm() {
  return useContext(Asking);
}
