import type { session } from '@morada/contract/access/session';
import type { Answer } from '@morada/contract/base/endpoint';
import { type Access, granted } from '@morada/domain/access/permissions';
import { clearVault, read, useVault, write } from './vault.ts';

/** Session, with the e-mail address used to sign in, so that signing in again requires only the password. */
export type Session = Answer<typeof session.login> & { email?: string };

const NAME = 'session';

export const currentSession = () => read<Session>(NAME);

/** The one who is signed in; undefined outside the guarded pages. */
export function useSession(): Session | undefined {
  return useVault<Session>(NAME);
}

export function startSession(session: Session): Promise<void> {
  return write(NAME, session);
}

/** Forgets the session and everything remembered with it. */
export function endSession(): Promise<void> {
  return clearVault();
}

/** Whether the current user passes `access`; hides actions that the server would refuse. */
export function may(access: Access): boolean {
  const session = currentSession();
  if (!session) return access === 'public';
  const held = session.group[0]?.permissions.map(({ permission }) => permission) ?? [];
  return granted(held, access) !== undefined;
}
