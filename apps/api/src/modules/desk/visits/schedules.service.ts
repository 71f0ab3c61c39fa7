import type { Received } from '@morada/contract/base/endpoint';
import { scheduleProblems, type schedules } from '@morada/contract/desk/schedules';
import { VISIT_RESULTS, type VisitResult, type VisitStatus, visitLife } from '@morada/domain/attendance/visit';
import { isBookingDay, visitDays } from '@morada/domain/attendance/visit-days';
import { type AgencyHours, freeSlots, shiftOf, type VisitDay } from '@morada/domain/attendance/visit-slots';
import type { Context, Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify } from '#api/live/notify.ts';
import { callOffMails } from '#api/mail/mail.service.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { tellConfirmed } from '#api/modules/collection/messages/news.service.ts';
import { tellLeadOf } from '#api/modules/registry/leads/life.service.ts';
import * as queries from './schedules.queries.ts';

export { lockVisit } from './schedules.queries.ts';

type Booking = Received<typeof schedules.create>['body'];
type VisitEnd = Received<typeof schedules.stamp>['body'];

export const listVisits = (ctx: Context, { page, ...filter }: Received<typeof schedules.list>['query']) =>
  snapshot(ctx.db, async (trx) => ({
    progress: await queries.findProgress(trx, filter),
    ...(await queries.findHistory(trx, filter, page)),
  }));

/** Books a visit agreed between staff and visitor; it is confirmed at once. */
export function bookVisit(ctx: Context, { email, note, client_id, time, ...visit }: Booking) {
  const known = { email: email ?? null, note: note ?? null, client_id: client_id ?? null, time: time ?? null };
  if (!isBookingDay(visit.date, ctx.today())) throw scheduleProblems.VISIT_DAY();
  if (time !== undefined && shiftOf(time) !== visit.shift) throw scheduleProblems.VISIT_TIME();
  return change(ctx, async (trx) => {
    if (!(await queries.holdProperty(trx, visit.property_id))) throw scheduleProblems.VISIT_PROPERTY();
    if (known.client_id !== null && !(await queries.findClient(trx, known.client_id)))
      throw scheduleProblems.VISIT_CLIENT();
    if (await queries.findSameVisit(trx, visit)) throw scheduleProblems.VISIT_BOOKED();
    const inserted = await queries.insertVisit(trx, { ...visit, ...known });
    if (!inserted) throw scheduleProblems.VISIT_TAKEN();
    const { id } = inserted;
    await leaveTrail(trx, ctx, 'schedule', id, 'create', { property_id: visit.property_id, date: visit.date });
    await tellLeadOf(trx, ctx, { ...visit, ...known }, 'VISIT_BOOKED', { record: 'schedule', record_id: id });
    await tellConfirmed(trx, ctx, id);
    await notify(trx, 'badges');
    return queries.findVisit(trx, id);
  });
}

/** What a lead hears of a visit. */
const DEEDS = { confirm: 'VISIT_BOOKED', cancel: 'VISIT_CANCELED', checkOut: 'VISIT_DONE' } as const;

/** Who did not come has seen nothing. */
function deedOf(action: keyof typeof STAMPS, result: VisitResult | null) {
  if (result === 'ABSENT') return 'VISIT_CANCELED';
  return action in DEEDS ? DEEDS[action as keyof typeof DEEDS] : undefined;
}

/** `Quer o imóvel: pediu para trocar o piso` */
const resultText = ({ result, result_note }: queries.Ending) =>
  [result && VISIT_RESULTS[result], result_note].filter(Boolean).join(': ') || null;

/** Actions requested through the target state; the others have endpoints of their own. */
const ACTIONS: Partial<Record<VisitStatus, 'confirm' | 'cancel'>> = { CONFIRMED: 'confirm', CANCELED: 'cancel' };
/** Timestamp that an action sets (`now`) or clears (`null`). */
const STAMPS = {
  confirm: {},
  cancel: {},
  checkIn: { check_in: 'now' },
  checkOut: { check_out: 'now' },
  undoCheckIn: { check_in: null },
  undoCheckOut: { check_out: null, result: null, result_note: null },
} as const satisfies Record<string, queries.Stamp & Partial<queries.Ending>>;

export async function setStatus(ctx: Context, id: number, status: VisitStatus) {
  const action = ACTIONS[status];
  if (!action) throw scheduleProblems.VISIT_STATUS();
  return moveVisit(ctx, id, action);
}

/** Stamps a visit; how it ended is said with the check-out alone. */
export function moveVisit(ctx: Context, id: number, action: keyof typeof STAMPS, end?: VisitEnd) {
  const ending = { result: end?.result ?? null, result_note: end?.result_note ?? null };
  const isSaid = ending.result !== null || ending.result_note !== null;
  if (isSaid && action !== 'checkOut') throw scheduleProblems.VISIT_RESULT();
  return change(ctx, async (trx) => {
    const visit = await queries.lockVisit(trx, id);
    if (!visit) throw scheduleProblems.VISIT_NOT_FOUND();
    await checkVersion(trx, ctx, 'schedule', visit);
    if (!visitLife.can(visit.status, action)) throw scheduleProblems.VISIT_STATUS();
    const next = visitLife.next(visit.status, action);
    await queries.moveVisit(trx, id, next, { ...STAMPS[action], ...(isSaid && ending) });
    await leaveTrail(trx, ctx, 'schedule', id, action, {
      status: [visit.status, next],
      ...(ending.result && { result: [null, VISIT_RESULTS[ending.result]] }),
    });
    const deed = deedOf(action, ending.result);
    if (deed) await tellLeadOf(trx, ctx, visit, deed, { record: 'schedule', record_id: id, note: resultText(ending) });
    // Whoever cancels it: the receipt that waits says that its hour is kept.
    if (action === 'cancel') await callOffMails(trx, `visit:${id}`);
    if (action === 'confirm') await tellConfirmed(trx, ctx, id);
    else await callOffEnded(trx, ctx, { kind: 'VISIT_CONFIRMED', about: [id] });
    await notify(trx, 'badges');
    return queries.findVisit(trx, id);
  });
}

/** When the agency is open. */
export const findHours = (db: Db): Promise<AgencyHours> =>
  readAgency(db, ['hours_weekdays', 'hours_saturday', 'hours_sunday', 'hours_dates']);

/** Days and times at which a property can be visited: when the agency is open and no other visit is there. */
export async function findFreeSlots(
  db: Db,
  { today }: Pick<Deps, 'today'>,
  propertyId: number,
  week: AgencyHours,
): Promise<VisitDay[]> {
  return freeSlots(today(), week, await queries.findTaken(db, propertyId, visitDays(today())));
}
