import { type SiteMessage, type SiteVisit, type SiteWhatsapp, siteProblems } from '@morada/contract/doors/site';
import { isVisitDay } from '@morada/domain/attendance/visit-days';
import { shiftOf } from '@morada/domain/attendance/visit-slots';
import type * as z from 'zod/mini';
import { networkOf } from '#api/base/network.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { type Db, type Deps, visitorContext } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { findFreeSlots, findHours } from '#api/modules/desk/visits/schedules.service.ts';
import { receiveLead } from '#api/modules/registry/leads/receive.service.ts';
import * as queries from './forms.queries.ts';
import { sendReceipt, tellOfMessage, tellOfVisit } from './leads.service.ts';
import { visitPageOf } from './visit-link.service.ts';

/** A filled honeypot field marks a bot: it gets the usual answer, and nothing is stored. */
const isMachine = ({ website }: { website?: string | undefined }) => Boolean(website);

/** Idempotent: a form submitted twice, by a double click or the back button, is stored once. */
function keep<T extends { property_id: number }>(
  { db }: Deps,
  row: T,
  find: (trx: Db, row: T) => Promise<{ id: number } | undefined>,
  insert: (trx: Db, row: T) => Promise<number>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.holdListing(trx, row.property_id))) throw siteProblems.LISTING_NOT_FOUND();
    const found = await find(trx, row);
    if (found) return found.id;
    const id = await insert(trx, row);
    await notify(trx, 'badges');
    return id;
  });
}

export async function sendMessage(deps: Deps, input: z.output<typeof SiteMessage>): Promise<void> {
  if (isMachine(input)) return;
  const { property_id, name, email, phone = null, message, campaign = null, seen } = input;
  const row = { property_id, name, email, phone, message, campaign };
  await keep(deps, row, queries.findSameMessage, async (trx) => {
    const { id } = await queries.insertMessage(trx, row);
    const kind = await queries.findKind(trx, property_id);
    const from = { source: 'SITE_FORM', record: 'contact_message', record_id: id } as const;
    const told = await tellOfMessage(trx, deps, { property_id, person: { name, phone, email } }, message);
    const person = { name, phone, email, seen };
    const about = { property_id, campaign, note: message };
    await receiveLead(trx, visitorContext(deps), { ...from, kind, ...person, ...about, told });
    return id;
  });
}

/**
 * Takes the contact that a visitor leaves before WhatsApp opens, about a listing or about none.
 * @throws LISTING_NOT_FOUND
 */
export async function leaveContact(
  deps: Deps,
  property_id: number | null,
  input: z.output<typeof SiteWhatsapp>,
): Promise<void> {
  if (isMachine(input)) return;
  const { name, phone, kind: wanted = 'RENT', campaign = null, seen } = input;
  await deps.db.transaction().execute(async (trx) => {
    if (property_id !== null && !(await queries.holdListing(trx, property_id))) throw siteProblems.LISTING_NOT_FOUND();
    const kind = property_id === null ? wanted : await queries.findKind(trx, property_id);
    const from = { source: 'WHATSAPP', kind, property_id } as const;
    await receiveLead(trx, visitorContext(deps), { ...from, name, phone, campaign, seen });
  });
}

/** Visits that one network takes on a day: above what a family or an office sees, below a day of hours. */
export const VISITS_OF_NETWORK = 12;

/**
 * Books a visit, and tells the agency and the visitor.
 * @param address - of the caller, whose network has a share of the day.
 * @returns path of the visit's own page; undefined for a bot. @throws TOO_MANY_REQUESTS
 */
export async function requestVisit(
  deps: Deps,
  input: z.output<typeof SiteVisit>,
  address: string,
): Promise<string | undefined> {
  if (isMachine(input)) return undefined;
  const { property_id, name, phone, email = null, date, time, campaign = null, seen } = input;
  if (!isVisitDay(date, deps.today())) throw siteProblems.VISIT_DAY();
  const visit = { property_id, name, phone, email, date, time, shift: shiftOf(time), campaign };
  const id = await keep(deps, visit, queries.findSameVisit, async (trx) => {
    if (await queries.isReserved(trx, property_id, deps.today())) throw siteProblems.LISTING_RESERVED();
    const made = await takeSlot(trx, deps, visit);
    const network = hashOf(`visit ${deps.today()} ${networkOf(address)}`);
    if ((await queries.countVisit(trx, deps.today(), network)) > VISITS_OF_NETWORK) throw siteProblems.VISITS_MANY();
    const kind = await queries.findKind(trx, property_id);
    const from = { source: 'VISIT', record: 'schedule', record_id: made } as const;
    const person = { name, phone, email };
    const asked = { id: made, property_id, person, moment: { date, time } };
    const told = await tellOfVisit(trx, deps, 'requested', asked);
    await receiveLead(trx, visitorContext(deps), { ...from, kind, ...person, property_id, campaign, seen, told });
    await sendReceipt(trx, deps, 'requested', asked);
    return made;
  });
  return visitPageOf(deps, deps.db, id);
}

/** Takes a free hour. The listing is locked, and staff who book the same hour meet the index of hours. */
async function takeSlot(trx: Db, deps: Deps, visit: Parameters<typeof queries.insertVisit>[1]) {
  const { property_id, date, time } = visit;
  const free = await findFreeSlots(trx, deps, property_id, await findHours(trx));
  if (!free.some((day) => day.date === date && day.times.includes(time))) {
    throw (await queries.isTaken(trx, visit)) ? siteProblems.VISIT_TAKEN() : siteProblems.VISIT_TIME();
  }
  const inserted = await queries.insertVisit(trx, visit);
  if (!inserted) throw siteProblems.VISIT_TAKEN();
  return inserted.id;
}
