import { createStore, useStore } from '#web/lib/store.ts';
import { currentSession, type Session } from './session.ts';
import { onVaultChange } from './vault.ts';

/** `renew`: the session has expired. `confirm`: it is valid, but the request requires the password again. */
export type Asked = 'renew' | 'confirm';

const asked = createStore<Asked | undefined>(undefined);
let waiting: { promise: Promise<boolean>; settle: (yes: boolean) => void; session: Session | undefined } | undefined;

/** Prompts the user once for all waiting calls; resolves to whether they are retried. Signing in again confirms too. */
export function askIdentity(why: Asked): Promise<boolean> {
  if (!waiting) {
    let settle = (_: boolean) => {};
    const promise = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { promise, settle, session: currentSession() };
    asked.set(why);
  } else if (why === 'renew' && asked.get() === 'confirm') asked.set(why);
  return waiting.promise;
}

export function answerIdentity(yes: boolean) {
  waiting?.settle(yes);
  waiting = undefined;
  asked.set(undefined);
}

export const isSamePerson = (one: Session | undefined, other: Session | undefined) =>
  one?.email !== undefined && one.email === other?.email;

// Answered in a neighbouring tab: signed in again, out, or in as another.
onVaultChange((elsewhere) => {
  const now = currentSession();
  if (!elsewhere || !waiting || now?.token === waiting.session?.token) return;
  answerIdentity(isSamePerson(now, waiting.session));
});

/** The current authentication request. */
export const useAsked = () => useStore(asked);
