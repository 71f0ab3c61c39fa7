import { sessionProblems } from '@morada/contract/access/session';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { actorId, type Context, type Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify, SESSIONS } from '#api/live/notify.ts';
import * as queries from './own-sessions.queries.ts';
import { deleteLinks } from './password-links.queries.ts';
import { deleteOtherSessions } from './session.queries.ts';

export const listSessions = (ctx: Context, token: string) => queries.findSessions(ctx.db, actorId(ctx), hashOf(token));

export const endSession = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const ended = await queries.deleteOne(trx, actorId(ctx), id);
    if (!ended) throw sessionProblems.SESSION_NOT_FOUND();
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'end-session', ended);
    await notify(trx, SESSIONS);
  });

export const endOtherSessions = (ctx: Context, token: string) =>
  change(ctx, async (trx) => {
    await deleteOtherSessions(trx, actorId(ctx), hashOf(token));
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'end-sessions');
    await notify(trx, SESSIONS);
  });

/**
 * Signs a person out everywhere, and revokes their unused links to set a password. Runs inside the caller's
 * transaction.
 */
export const signOut = async (trx: Db, adminId: number) => {
  await queries.deleteAll(trx, adminId);
  await deleteLinks(trx, adminId);
  await notify(trx, SESSIONS);
};
