import { siteProblems } from '@morada/contract/doors/site';
import { visitLife } from '@morada/domain/attendance/visit';
import { isVisitDay } from '@morada/domain/attendance/visit-days';
import { shiftOf } from '@morada/domain/attendance/visit-slots';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { listingTitle, publicAddress } from '@morada/domain/property/listing';
import { present } from '#api/base/present.ts';
import { type Deps, visitorContext } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { findFreeSlots, findHours, lockVisit, moveVisit } from '#api/modules/desk/visits/schedules.service.ts';
import { holdListing } from './forms.queries.ts';
import { sendReceipt, tellOfVisit } from './leads.service.ts';
import { visitCalendar } from './visit-calendar.map.ts';
import { isVisitWord, visitPageOf } from './visit-link.service.ts';
import * as queries from './visits.queries.ts';

export type OwnVisit = NonNullable<Awaited<ReturnType<typeof openVisit>>>;

/** The visit that a link opens, with the hours to which it can be moved. */
export async function openVisit(deps: Deps, id: number, word: string) {
  if (!(await isVisitWord(deps, deps.db, id, word))) return undefined;
  const visit = await queries.findVisit(deps.db, id);
  if (!visit || visit.time === null) return undefined;
  const { time, isListed, ...rest } = visit;
  const isComing = visit.date >= deps.today();
  const can = (event: 'cancel' | 'move') => isComing && visitLife.can(visit.status, event);
  return {
    ...{ ...rest, time, isComing, isListed, title: listingTitle(visit), address: publicAddress(visit) },
    canCancel: can('cancel'),
    slots:
      can('move') && isListed ? await findFreeSlots(deps.db, deps, visit.property_id, await findHours(deps.db)) : [],
  };
}

/** Calendar file of a visit. */
export async function calendarOf(deps: Deps, visit: OwnVisit, origin: string): Promise<string> {
  return visitCalendar(visit, {
    uid: `visita-${visit.id}@${new URL(origin).hostname}`,
    version: visit.version,
    status: visit.status,
    title: `Visita: ${visit.title}`,
    place: visit.address,
    url: new URL(await visitPageOf(deps, deps.db, visit.id), origin).href,
    made: Temporal.Instant.from(visit.created_at),
  });
}

/** Cancels a visit by its link; one that is canceled stays so. @throws VISIT_OVER */
export async function cancelOwnVisit(deps: Deps, id: number): Promise<void> {
  await change(visitorContext(deps), async (trx) => {
    const { status } = present(await lockVisit(trx, id), 'the visit of a link');
    if (status === 'CANCELED') return;
    if (!visitLife.can(status, 'cancel')) throw siteProblems.VISIT_OVER();
    const visit = present(await queries.findVisit(trx, id), 'the visit of a link');
    if (visit.date < deps.today()) throw siteProblems.VISIT_OVER();
    const { user } = await moveVisit({ ...visitorContext(deps), db: trx }, id, 'cancel');
    if (visit.time === null) return;
    const { property_id, date, time } = visit;
    await tellOfVisit(trx, deps, 'canceled', { id, property_id, person: user, moment: { date, time } });
  });
}

/**
 * Moves a visit to another free hour; staff confirms it anew. One that is at that hour already, by the same form sent
 * twice, stays as it is. @throws VISIT_DAY, VISIT_TIME, VISIT_TAKEN, VISIT_OVER, VISIT_UNLISTED
 */
export async function moveOwnVisit(
  deps: Deps,
  id: number,
  { date, time }: { date: CalendarDate; time: string },
): Promise<void> {
  if (!isVisitDay(date, deps.today())) throw siteProblems.VISIT_DAY();
  const ctx = visitorContext(deps);
  await change(ctx, async (trx) => {
    const { property_id } = present(await queries.findVisit(trx, id), 'the visit of a link');
    const isListed = await holdListing(trx, property_id);
    await lockVisit(trx, id);
    const before = present(await queries.findVisit(trx, id), 'the visit of a link');
    if (before.date < deps.today() || !visitLife.can(before.status, 'move')) throw siteProblems.VISIT_OVER();
    if (before.date === date && before.time === time) return;
    if (!isListed) throw siteProblems.VISIT_UNLISTED();
    const free = await findFreeSlots(trx, deps, property_id, await findHours(trx));
    if (!free.some((day) => day.date === date && day.times.includes(time))) throw siteProblems.VISIT_TIME();
    const person = await queries.setHour(trx, id, { date, time, shift: shiftOf(time) });
    if (!person) throw siteProblems.VISIT_TAKEN();
    await leaveTrail(trx, ctx, 'schedule', id, 'move', { date: [before.date, date], time: [before.time, time] });
    await callOffEnded(trx, ctx, { kind: 'VISIT_CONFIRMED', about: [id] });
    const moved = { id, property_id, person, moment: { date, time } };
    await tellOfVisit(trx, deps, 'moved', moved);
    await sendReceipt(trx, deps, 'moved', moved);
    await notify(trx, 'badges');
  });
}
