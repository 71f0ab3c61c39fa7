import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { answerIdentity, useAsked } from '#web/lib/session/identity.ts';
import { currentSession, endSession } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';

const IdentityWindow = lazyPart(
  () => import('./identity-window.tsx'),
  ({ default: IdentityWindow }) => IdentityWindow,
);

/** Rendered once for the application: asks the user to confirm their identity, or to renew the session. */
export function Identity() {
  const asked = useAsked();
  const router = useRouter();
  const cache = useQueryClient();

  async function leave() {
    await endSession();
    answerIdentity(false);
    cache.clear();
    router.navigate({ to: '/login', search: { redirect: router.state.location.href }, ignoreBlocker: true });
  }

  // A session without its e-mail address cannot be renewed by a password alone.
  const isNameless = asked === 'renew' && !currentSession()?.email;
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (isNameless) leaveNow();
  }, [isNameless]);

  if (!asked || isNameless) return null;
  return <IdentityWindow asked={asked} onLeave={leave} onDuty={() => router.invalidate()} />;
}
