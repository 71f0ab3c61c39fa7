import { triesNotice } from '@morada/domain/access/tries-message';
import { useEffect } from 'react';
import { startSession, useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** After a sign-in says once that many wrong passwords were tried on the account. */
export function useTriesNotice() {
  const session = useSession();
  useEffect(() => {
    if (!session?.failed_tries) return;
    const { failed_tries, ...told } = session;
    toast.warning(triesNotice(failed_tries));
    startSession(told);
  }, [session]);
}
