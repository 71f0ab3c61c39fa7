import { JOIN_DAYS } from '@morada/domain/attendance/lead';
import type { LeadKind } from '@morada/domain/attendance/lead-words';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { instantOf } from '#api/base/local-moment.ts';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import * as queries from './leads.queries.ts';
import { findStaff } from './rules.queries.ts';

export type ImportedLead = {
  name: string;
  phone: string | null;
  email: string | null;
  kind: LeadKind;
  property_id: number | null;
  owner_id: number | null;
  campaign: string | null;
  note: string | null;
  /** Null: now. */
  received_on: CalendarDate | null;
};

/** People who may answer leads, by name in lower case; null: several have that name. */
export async function findOwnersByName(trx: Db): Promise<ReadonlyMap<string, number | null>> {
  const bearers = Map.groupBy(await findStaff(trx), ({ name }) => name.trim().toLowerCase());
  return new Map([...bearers].map(([name, people]) => [name, people.length === 1 ? (people[0]?.id ?? null) : null]));
}

type Contact = Pick<ImportedLead, 'phone' | 'email' | 'kind'>;

/** The open lead that each of these people has already, by the index of the person. */
export async function findStandingOf(trx: Db, people: readonly Contact[]): Promise<ReadonlyMap<number, number>> {
  const found = await queries.findOpenOf(trx, people, JOIN_DAYS);
  return new Map(found.map(({ place, id }) => [place, id]));
}

/**
 * Takes in leads of a file, each of a person who has no open one. Nobody waits for an answer, and nobody is mailed: they
 * are people whom the agency knows.
 */
export async function insertImported(trx: Db, ctx: Context, leads: readonly ImportedLead[]): Promise<number[]> {
  const ids = await queries.insertLeads(
    trx,
    leads.map(({ note: _, received_on, ...lead }) => ({
      ...{ ...lead, source: 'IMPORT' as const },
      ...(received_on !== null && momentsOf(received_on)),
    })),
  );
  const { actor } = ctx;
  await queries.insertEvents(
    trx,
    leads.map(({ property_id, note }, index) => ({
      ...{ lead_id: present(ids[index], 'the id of the lead'), event: 'RECEIVED', property_id, note },
      ...{ source: 'IMPORT', stage_before: 'NEW', stage_after: 'NEW', admin_user_id: actor.id, actor: actor.name },
    })),
  );
  await leaveTrails(trx, ctx, 'lead', ids, 'import');
  await notify(trx, 'leads');
  return ids;
}

/** A sheet knows the day alone: its noon is that day everywhere. */
function momentsOf(day: CalendarDate) {
  const noon = instantOf({ day, minute: 12 * 60 });
  return { received_at: noon, last_in_at: noon, stage_since: noon };
}

/** Deletes leads that an import made and nothing uses. */
export async function removeImported(trx: Db, ids: readonly number[]): Promise<void> {
  await queries.deleteLeads(trx, ids);
  await notify(trx, 'leads');
}
