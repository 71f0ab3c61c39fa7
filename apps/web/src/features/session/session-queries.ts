import { secondFactor } from '@morada/contract/access/second-factor';
import { session } from '@morada/contract/access/session';
import type { Sent } from '@morada/contract/base/endpoint';
import { api } from '#web/lib/api/api.ts';
import { query } from '#web/lib/api/query.ts';
import { currentSession, endSession, type Session, startSession } from '#web/lib/session/session.ts';

/** The session that a right e-mail and password open, kept for the calls to come. */
export async function signIn(body: Sent<typeof session.login>['body']): Promise<Session> {
  const opened = { ...(await api(session.login, { body })), email: body.email.trim().toLowerCase() };
  await startSession(opened);
  return opened;
}

/** Revokes the token if the server can be reached; the browser discards it in any case. */
export async function signOut() {
  await api(session.logout, {}).catch(() => undefined);
  await endSession();
}

/** Fetches what the user still has to do before the pages open, and stores it with the session. */
export async function refreshDuty() {
  const { duty } = await api(session.duty, {});
  const { duty: _, ...mine } = currentSession() ?? { token: '', name: '', group: [] };
  await startSession({ ...mine, ...(duty && { duty }) });
  return duty;
}

export const sessionsQuery = query(session.list, {});

export const secondFactorQuery = query(secondFactor.show, {});

/** Whether the first administrator is still to be created. */
export const setupStateQuery = { ...query(session.setupState, {}), retry: false };
