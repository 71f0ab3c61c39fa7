import { createHmac, randomBytes } from 'node:crypto';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db, Deps } from '#api/context.ts';
import { dropNetworksBefore } from './forms.queries.ts';
import * as queries from './site.queries.ts';

export type { FoundListing } from './site.queries.ts';

/** The listing if it is published. */
export const openListing = async ({ db, today }: Deps, id: number | undefined) =>
  id === undefined ? undefined : queries.findListing(db, today(), id);

/** Counts a view, once a day for each visitor. */
export async function countView({ db, today }: Deps, record: queries.Viewed, record_id: number, caller: Caller) {
  const day = today();
  await queries.countView(db, { day, record, record_id, visitor: await visitorOn(db, day, caller) });
}

/** Counts that WhatsApp was opened from a listing, or from a page that is about none (null), once a day for each visitor. */
export async function countOpening({ db, today }: Deps, property_id: number | null, caller: Caller) {
  const day = today();
  await queries.countOpening(db, { day, property_id, visitor: await visitorOn(db, day, caller) });
}

type Caller = { ip: string; agent: string };

const visitorOn = async (db: Db, day: CalendarDate, { ip, agent }: Caller) =>
  createHmac('sha256', await saltOf(db, day))
    .update(`${ip}\n${agent}`)
    .digest();

async function saltOf(db: Db, day: CalendarDate): Promise<Buffer> {
  const found = await queries.findSalt(db, day);
  if (found) return found.salt;
  await queries.insertSalt(db, day, randomBytes(32));
  return saltOf(db, day);
}

/** Deletes past days' views and salts, after which visitors can't be identified. */
export async function forgetVisitors({ db, today }: Deps): Promise<void> {
  await queries.dropViewsBefore(db, today());
  await dropNetworksBefore(db, today());
}

export const agencyName = async ({ db }: Pick<Deps, 'db'>) => (await queries.findAgency(db)).name;
