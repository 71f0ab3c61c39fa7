import { timingSafeEqual } from 'node:crypto';
import type { Received } from '@morada/contract/base/endpoint';
import { leadProblems, type leads } from '@morada/contract/registry/leads';
import { chooseOwner } from '@morada/domain/attendance/lead-owner';
import type { LeadKind } from '@morada/domain/attendance/lead-words';
import { hashOf } from '#api/base/secrets/secrets.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import * as queries from './rules.queries.ts';

const presented = async (db: Db) => {
  const { answer_minutes, to_captador, manager_id, version } = await queries.findSetting(db);
  const brokers = (await queries.findBrokers(db)).map(({ last_given_at: _, ...broker }) => broker);
  return { answer_minutes, to_captador, manager_id, version, brokers };
};

export const showRules = ({ db }: Context) => presented(db);

export const listOwners = ({ db }: Context) => queries.findStaff(db);

export function saveRules(ctx: Context, { brokers, ...setting }: Received<typeof leads.saveRules>['body']) {
  for (const { away_from, away_until, price_from, price_to } of brokers) {
    if (away_from !== null && away_until !== null && away_until < away_from) throw leadProblems.LEAD_AWAY();
    if (price_from !== null && price_to !== null && price_to < price_from) throw leadProblems.LEAD_PRICES();
  }
  return change(ctx, async (trx) => {
    const { version: _, ...before } = await queries.lockSetting(trx);
    const staff = new Set((await queries.findStaff(trx)).map(({ id }) => id));
    const named = [...brokers.map(({ id }) => id), ...(setting.manager_id === null ? [] : [setting.manager_id])];
    if (named.some((id) => !staff.has(id))) throw leadProblems.LEAD_OWNER();
    await queries.updateSetting(trx, setting);
    await queries.putBrokers(
      trx,
      [...new Map(brokers.map((broker) => [broker.id, broker])).values()].map(({ id, ...rule }) => ({
        admin_user_id: id,
        ...rule,
      })),
    );
    const onDuty = brokers.filter(({ on_duty }) => on_duty).length;
    await leaveTrail(trx, ctx, 'lead_rules', 1, 'update', { ...difference(before, setting), on_duty: onDuty });
    await notify(trx, 'leads');
  });
}

/** Owner of a new lead by the rules; null: nobody, until somebody takes it. Their turn is noted. */
export async function giveOwner(
  trx: Db,
  ctx: Context,
  { kind, property_id }: { kind: LeadKind; property_id: number | null },
): Promise<number | null> {
  await queries.lockTurns(trx);
  const { to_captador } = await queries.findSetting(trx);
  const brokers = await queries.findBrokers(trx);
  const listing = property_id === null ? undefined : await queries.findListing(trx, property_id);
  const captador = to_captador && listing && kind !== 'OFFER' ? await captadorOf(trx, listing) : undefined;
  const away = brokers.find(({ id }) => id === captador);
  const wanted = { kind, neighborhood: listing?.neighborhood ?? null, price: listing?.price ?? null };
  const owner = chooseOwner(wanted, brokers, {
    captador: captador === undefined ? undefined : { id: captador, away },
    today: ctx.today(),
  });
  if (owner === undefined) return null;
  if (owner !== captador) await queries.noteTurn(trx, owner);
  return owner;
}

/** Who answers for a listing: the person to talk to, else who brought it in, where that names one person of the staff. */
async function captadorOf(trx: Db, { contact_name, pickup }: { contact_name: string | null; pickup: string | null }) {
  for (const name of [contact_name, pickup]) {
    const id = name ? await queries.findNamed(trx, name) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

export const hasOlxSecret = async ({ db }: Context) => (await queries.findOlxSecret(db)) !== null;

/** Whether a call carries the secret of the OLX group. */
export async function isOlxSecret(db: Db, secret: string): Promise<boolean> {
  const known = await queries.findOlxSecret(db);
  return known !== null && timingSafeEqual(known, hashOf(secret));
}

/** Keeps the hash of the OLX group's secret; null: its calls are no longer taken. */
export const setOlxSecret = (ctx: Context, secret: string | null) =>
  change(ctx, async (trx) => {
    await queries.lockSetting(trx);
    await queries.updateSetting(trx, { olx_secret: secret === null ? null : hashOf(secret) });
    await leaveTrail(trx, ctx, 'lead_rules', 1, secret === null ? 'olx-off' : 'olx-on');
  });
