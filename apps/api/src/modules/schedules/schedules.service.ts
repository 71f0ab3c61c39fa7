import { scheduleProblems } from '@morada/contract/schedules';
import { type VisitStatus, visitLife } from '@morada/domain/visit';
import type { Context } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { notify } from '../../live/notify.ts';
import * as queries from './schedules.queries.ts';

export const listVisits = (ctx: Context, page: number | undefined) =>
  snapshot(ctx.db, async (trx) => ({
    progress: await queries.findProgress(trx),
    ...(await queries.findHistory(trx, page)),
  }));

/** What is asked for by the state it leads to; the others are reached by their moment alone. */
const DEEDS: Partial<Record<VisitStatus, 'confirm' | 'cancel'>> = { CONFIRMED: 'confirm', CANCELED: 'cancel' };
/** The moment that an action records (`now`) or clears (`null`). */
const STAMPS = {
  confirm: {},
  cancel: {},
  checkIn: { check_in: 'now' },
  checkOut: { check_out: 'now' },
  undoCheckIn: { check_in: null },
  undoCheckOut: { check_out: null },
} as const satisfies Record<string, queries.Stamp>;

export async function setStatus(ctx: Context, id: number, status: VisitStatus) {
  const deed = DEEDS[status];
  if (!deed) throw scheduleProblems.VISIT_STATUS();
  return moveVisit(ctx, id, deed);
}

export function moveVisit(ctx: Context, id: number, deed: keyof typeof STAMPS) {
  return change(ctx, async (trx) => {
    const visit = await queries.lockVisit(trx, id);
    if (!visit) throw scheduleProblems.VISIT_NOT_FOUND();
    await checkVersion(trx, ctx, 'schedule', visit);
    if (!visitLife.can(visit.status, deed)) throw scheduleProblems.VISIT_STATUS();
    const next = visitLife.next(visit.status, deed);
    await queries.moveVisit(trx, id, next, STAMPS[deed]);
    await leaveTrail(trx, ctx, 'schedule', id, deed, { status: [visit.status, next] });
    await notify(trx, 'badges');
    return queries.findVisit(trx, id);
  });
}
