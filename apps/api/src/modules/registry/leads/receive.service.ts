import { JOIN_DAYS } from '@morada/domain/attendance/lead';
import type { LeadKind, LeadSource } from '@morada/domain/attendance/lead-words';
import { barePhone } from '@morada/domain/base/phone';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { clientOfEmail } from '../clients/clients.service.ts';
import { tellOwner } from './deadline.service.ts';
import * as queries from './leads.queries.ts';
import { happen } from './life.service.ts';
import { giveOwner } from './rules.service.ts';

/** A message by any way in. */
export type WayIn = {
  source: LeadSource;
  kind: LeadKind;
  name: string;
  phone?: string | null;
  email?: string | null;
  property_id?: number | null;
  client_id?: number | null;
  campaign?: string | null;
  /** What the person wrote. */
  note?: string | null;
  /** Where it is kept as it came: the same record comes in once. */
  record?: string;
  record_id?: number;
  /** Listings that the person looked at last, the last one first; only of who agreed. */
  seen?: readonly number[] | undefined;
  /** Addresses, in lower case, to which the message was mailed already. */
  told?: readonly string[];
};

/**
 * Takes a message in, inside the transaction that keeps it: the open lead of the same phone or e-mail of the last days is
 * joined, else a new one begins.
 * @returns the lead, and whether it stood before
 */
export async function receiveLead(trx: Db, ctx: Context, way: WayIn): Promise<{ id: number; joined: boolean }> {
  const { id, joined } = await take(trx, ctx, way);
  if (way.seen && way.seen.length > 0) await queries.noteSeen(trx, id, way.seen);
  return { id, joined };
}

async function take(trx: Db, ctx: Context, way: WayIn): Promise<{ id: number; joined: boolean }> {
  const { source, kind, note = null, property_id = null, record, record_id } = way;
  const phone = (way.phone && barePhone(way.phone)) || null;
  const email = way.email?.trim().toLowerCase() || null;
  await queries.holdPerson(
    trx,
    [phone, email].flatMap((word) => word ?? []),
  );
  if (record !== undefined && record_id !== undefined) {
    const before = await queries.findWayIn(trx, record, record_id);
    if (before) return { id: before.lead_id, joined: true };
  }
  const about = { source, property_id, note, ...(record !== undefined && { record }), ...(record_id && { record_id }) };
  const standing =
    phone || email ? await queries.lockOpenLeadOf(trx, { phone, email }, { kind, days: JOIN_DAYS }) : undefined;
  const client_id = way.client_id ?? (email ? ((await clientOfEmail(trx, email)) ?? null) : null);
  if (standing) {
    // A form without a record of its own that is sent again, as by a double press, is the same message.
    if (record === undefined && (await queries.isRepeated(trx, standing.id, { source, property_id, note })))
      return { id: standing.id, joined: true };
    // What was not known yet is filled in; nothing that staff see is replaced.
    await queries.updateLead(trx, standing.id, {
      phone: standing.phone ?? phone,
      email: standing.email ?? email,
      client_id: standing.client_id ?? client_id,
      property_id: standing.property_id ?? property_id,
      campaign: standing.campaign ?? way.campaign ?? null,
    });
    await happen(trx, ctx, [standing], 'RECEIVED', about);
    return { id: standing.id, joined: true };
  }
  const owner_id = await giveOwner(trx, ctx, { kind, property_id });
  const lead = await queries.insertLead(trx, {
    ...{ source, kind, name: way.name, phone, email, client_id, property_id, owner_id },
    campaign: way.campaign ?? null,
  });
  await happen(trx, ctx, [lead], 'RECEIVED', about);
  const { answer_due_at } = present(await queries.lockLead(trx, lead.id), 'the new lead');
  await tellOwner(trx, ctx, { id: lead.id, owner_id, answer_due_at }, way.told);
  return { id: lead.id, joined: false };
}
