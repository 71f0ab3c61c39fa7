import type { Received } from '@morada/contract/base/endpoint';
import { type collection, collectionProblems } from '@morada/contract/collection/collection';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { cancelMessages } from '../messages/messages.service.ts';
import * as queries from './calls.queries.ts';
import { lockContract } from './ruler.queries.ts';

/** Messages that a pause cancels: steps of the ruler, and the warning that an agreement is about to break. */
const PAUSED_KINDS = ['COLLECTION', 'AGREEMENT'] as const;

type Paused = Received<typeof collection.pause>['body'];

/** Records a call that a person made. A promise pauses the ruler through the day promised. */
export const registerCall = (ctx: Context, id: number, given: Received<typeof collection.call>['body']) =>
  change(ctx, async (trx) => {
    const { outcome, note } = given;
    const promised_for = outcome === 'PROMISED' ? (given.promised_for ?? null) : null;
    if (promised_for !== null && promised_for < ctx.today()) throw collectionProblems.COLLECTION_PROMISE_PAST();
    const open = await queries.lockOpen(trx, id);
    if (!open) throw collectionProblems.COLLECTION_INVOICE_NOT_FOUND();
    const by = ctx.actor.id;
    await queries.insertCall(trx, { invoice_id: id, outcome, promised_for, note: note ?? null, admin_user_id: by });
    // A call that was not answered remains to be made.
    if (outcome !== 'NO_ANSWER') await queries.closeCalls(trx, id);
    if (promised_for !== null) {
      await queries.endPromises(trx, id, by);
      const pause = {
        invoice_id: id,
        proposal_id: null,
        reason: 'PROMISE',
        note: note ?? null,
        until: promised_for,
      } as const;
      await queries.insertPause(trx, { ...pause, admin_user_id: by });
      await cancelMessages(trx, { invoices: [id], kinds: PAUSED_KINDS });
    }
    await leaveTrail(trx, ctx, 'proposal', open.proposal_id, 'collection-call', {
      ...{ invoice_id: id, outcome, promised_for },
    });
    await notify(trx, 'collection');
  });

/** Excludes an open invoice from the ruler, and cancels its messages that wait to be sent. */
export const pauseInvoice = (ctx: Context, id: number, given: Paused) =>
  change(ctx, async (trx) => {
    const open = await queries.lockOpen(trx, id);
    if (!open) throw collectionProblems.COLLECTION_INVOICE_NOT_FOUND();
    await pause(trx, ctx, { invoice_id: id, proposal_id: null }, given);
    await cancelMessages(trx, { invoices: [id], kinds: PAUSED_KINDS });
    const { reason, until = null, note } = given;
    await leaveTrail(trx, ctx, 'proposal', open.proposal_id, 'collection-pause', {
      invoice_id: id,
      reason,
      until,
      note,
    });
  });

/** Excludes every invoice of a contract from the ruler. */
export const pauseContract = (ctx: Context, id: number, given: Paused) =>
  change(ctx, async (trx) => {
    if (!(await lockContract(trx, id))) throw collectionProblems.COLLECTION_CONTRACT_NOT_FOUND();
    await pause(trx, ctx, { invoice_id: null, proposal_id: id }, given);
    await cancelMessages(trx, { contract: id, kinds: ['COLLECTION'] });
    await cancelMessages(trx, { invoices: await queries.findOpenInvoices(trx, id), kinds: ['AGREEMENT'] });
    const { reason, until = null, note } = given;
    await leaveTrail(trx, ctx, 'proposal', id, 'collection-pause', { reason, until, note });
  });

async function pause(
  trx: Db,
  ctx: Context,
  record: Pick<queries.NewPause, 'invoice_id' | 'proposal_id'>,
  { reason, until, note }: Paused,
) {
  const today = ctx.today();
  if (until !== undefined && until < today) throw collectionProblems.COLLECTION_UNTIL_PAST();
  const made: queries.NewPause = { ...record, reason, note, until: until ?? null, admin_user_id: ctx.actor.id };
  await queries.endPast(trx, made, today);
  if (!(await queries.insertPause(trx, made))) throw collectionProblems.COLLECTION_PAUSED();
  await notify(trx, 'collection');
}

/** What stays open of a held invoice is held as well: its balance, or the debt that returns from an agreement. */
export async function inheritPauses(trx: Db, balances: readonly number[]): Promise<void> {
  await queries.inheritPauses(trx, balances);
}

/** The ruler goes on with the steps whose day has not passed. */
export const resume = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const ended = await queries.endPause(trx, id, ctx.actor.id);
    if (!ended) throw collectionProblems.COLLECTION_PAUSE_NOT_FOUND();
    const { invoice_id, proposal_id, reason } = ended;
    const contract =
      proposal_id ?? (invoice_id === null ? null : (await queries.findContractOf(trx, invoice_id)).proposal_id);
    if (contract !== null)
      await leaveTrail(trx, ctx, 'proposal', contract, 'collection-resume', { invoice_id, reason });
    await notify(trx, 'collection');
  });

/** Those of the invoices that a pause, of the invoice or of its contract, holds: their tenants get no message. */
export const findPaused = (db: Db, invoices: readonly number[], today: CalendarDate): Promise<ReadonlySet<number>> =>
  queries.findPaused(db, invoices, today);
