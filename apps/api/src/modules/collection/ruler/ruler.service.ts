import type { Answer, Received } from '@morada/contract/base/endpoint';
import { type collection, collectionProblems, type RulerStep } from '@morada/contract/collection/collection';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { simulate } from '@morada/domain/collection/ruler';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify } from '#api/live/notify.ts';
import { cancelMessages } from '../messages/messages.service.ts';
import * as queries from './ruler.queries.ts';
import { findBilled, findCollected } from './steps.queries.ts';
import { stepsFor } from './steps.service.ts';
import { recipientsOf } from './texts.service.ts';

/** Record id of the agency's one ruler in the trail. */
const RULER = 1;

const shown = ({ id, days, action, recipients, channels, subject, body }: queries.StepRow) => ({
  ...{ id, days, action, recipients, channels, subject, body },
});

async function presented(db: Db) {
  const [{ version, ...ruler }, steps] = [await queries.findRuler(db), await queries.findSteps(db, null)];
  return { ruler: { ...ruler, steps: steps.map(shown) }, version };
}

export const showRuler = (ctx: Context) => snapshot(ctx.db, presented);

/** Changes the agency's steps. A step that keeps its id keeps its record of what was done. */
export const saveRuler = (ctx: Context, { steps }: Received<typeof collection.saveRuler>['body']) =>
  change(ctx, async (trx) => {
    const { version } = await queries.lockRuler(trx);
    await checkVersion(trx, ctx, 'collection_ruler', { id: RULER, version });
    const changes = await writeSteps(trx, null, steps, ctx.today());
    if (changes.length === 0) return presented(trx);
    await queries.raiseVersion(trx);
    await leaveTrail(trx, ctx, 'collection_ruler', RULER, 'update', { steps: changes });
    await notify(trx, 'collection');
    return presented(trx);
  });

/** @returns one entry for each step added, changed or removed. */
async function writeSteps(trx: Db, contract: number | null, given: readonly RulerStep[], today: CalendarDate) {
  const before = await queries.findSteps(trx, contract);
  const known = new Map(before.map((step) => [step.id, step]));
  if (given.some(({ id }) => id !== undefined && !known.has(id))) throw collectionProblems.COLLECTION_STEP_NOT_FOUND();
  const kept = new Set(given.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id));
  const added = given.filter(({ id }) => id === undefined);
  const changed = given.flatMap(({ id, ...step }) => {
    const old = id === undefined ? undefined : known.get(id);
    if (!old) return [];
    const changes = difference(comparable(shown(old)), comparable(step));
    // A step moved to another day counts as new for the invoices whose day has passed.
    const since = old.days === step.days ? old.since : today;
    return Object.keys(changes).length === 0 ? [] : [{ id: old.id, step: { ...step, since }, changes }];
  });
  if (removed.length > 0)
    await queries.removeSteps(
      trx,
      removed.map(({ id }) => id),
    );
  if (changed.length > 0)
    await queries.updateSteps(
      trx,
      changed.map(({ id, step }) => ({ id, ...step })),
    );
  if (added.length > 0)
    await queries.insertSteps(
      trx,
      contract,
      added.map(({ id: _, ...step }) => ({ ...step, since: today })),
    );
  return [
    ...removed.map(({ id, days }) => ({ id, days, removed: true })),
    ...changed.map(({ id, step: { days }, changes }) => ({ id, days, changes })),
    ...added.map(({ days, action, recipients }) => ({ days, action, recipients, added: true })),
  ];
}

const comparable = ({ days, action, recipients, channels, subject, body }: Omit<RulerStep, 'id'>) => ({
  ...{ days, action, recipients, subject, body },
  channels: channels?.join() ?? null,
});

/** Days that a simulation covers, and the most steps it lists. */
const SIMULATED_DAYS = 30;
const MOST_SIMULATED = 300;

/**
 * Steps that the ruler would do for the open invoices: as if it were switched on today, or as it will when it is on.
 */
export async function simulateRuler(ctx: Context): Promise<Answer<typeof collection.simulate>> {
  const from = ctx.today();
  return snapshot(ctx.db, async (trx) => {
    const [ruler, steps] = [await queries.findRuler(trx), await queries.findAllSteps(trx)];
    const collected = await findCollected(trx, from);
    const since = ruler.active && ruler.since !== null ? ruler.since : from;
    const planned = simulate(
      collected.map((invoice) => ({ invoice, steps: stepsFor(steps, invoice) })),
      { from, days: SIMULATED_DAYS, since },
    );
    const listed = planned.slice(0, MOST_SIMULATED);
    const ids = [...new Set(listed.map(({ invoice }) => invoice.id))];
    const billed = new Map((await findBilled(trx, ids, from)).map((one) => [one.id, one]));
    return {
      from,
      until: addDays(from, SIMULATED_DAYS - 1),
      version: ruler.version,
      messages: planned.filter(({ step }) => step.action === 'MESSAGE').length,
      calls: planned.filter(({ step }) => step.action === 'CALL').length,
      steps: listed.flatMap(({ day, step: { days, action, recipients }, invoice: { id } }) => {
        const found = billed.get(id);
        if (!found) return [];
        const people = recipientsOf(found, recipients).map(({ name }) => name);
        return [{ day, days, action, recipients, invoice_id: id, reference: found.reference, people }];
      }),
    };
  });
}

/**
 * Off → on. Requires the version and the day of the simulation that the caller saw, so that a ruler changed since is
 * simulated again first.
 */
export const switchOn = (ctx: Context, seen: Received<typeof collection.switchOn>['body']) =>
  change(ctx, async (trx) => {
    const { active, version } = await queries.lockRuler(trx);
    if (active) throw collectionProblems.COLLECTION_ON();
    const today = ctx.today();
    if (seen.version !== version || seen.from !== today) throw collectionProblems.COLLECTION_SIMULATION_OLD();
    if ((await queries.findSteps(trx, null)).length === 0) throw collectionProblems.COLLECTION_NO_STEPS();
    await queries.switchRuler(trx, today);
    await leaveTrail(trx, ctx, 'collection_ruler', RULER, 'switch-on', { since: today });
    await notify(trx, 'collection');
    return (await presented(trx)).ruler;
  });

/** On → off: what waits to be sent is cancelled. */
export const switchOff = (ctx: Context) =>
  change(ctx, async (trx) => {
    const { active } = await queries.lockRuler(trx);
    if (!active) throw collectionProblems.COLLECTION_OFF();
    await queries.switchRuler(trx, null);
    await cancelMessages(trx, { invoices: await queries.findWaitingInvoices(trx), kinds: ['COLLECTION'] });
    await leaveTrail(trx, ctx, 'collection_ruler', RULER, 'switch-off');
    await notify(trx, 'collection');
  });

export async function showException(ctx: Context, contract: number): Promise<Answer<typeof collection.exception>> {
  return snapshot(ctx.db, async (trx) => {
    if (!(await queries.findContract(trx, contract))) throw collectionProblems.COLLECTION_CONTRACT_NOT_FOUND();
    return exceptionOf(trx, contract);
  });
}

async function exceptionOf(db: Db, contract: number) {
  const exception = await queries.findException(db, contract);
  const steps = exception?.mode === 'OWN' ? await queries.findSteps(db, contract) : [];
  return { mode: exception?.mode ?? ('RULER' as const), reason: exception?.reason ?? null, steps: steps.map(shown) };
}

/**
 * Changes which ruler a contract has. A return to the agency's ruler keeps the contract's own steps, since the steps
 * done refer to them.
 */
export const saveException = (
  ctx: Context,
  contract: number,
  given: Received<typeof collection.saveException>['body'],
) =>
  change(ctx, async (trx) => {
    if (!(await queries.lockContract(trx, contract))) throw collectionProblems.COLLECTION_CONTRACT_NOT_FOUND();
    const { mode, reason = '', steps } = given;
    if (mode === 'RULER') await queries.removeException(trx, contract);
    else await queries.saveException(trx, contract, { mode, reason });
    if (mode === 'OWN') await writeSteps(trx, contract, steps, ctx.today());
    if (mode === 'NONE') await cancelMessages(trx, { contract, kinds: ['COLLECTION'] });
    await leaveTrail(trx, ctx, 'proposal', contract, 'collection-exception', { mode, reason: reason || null });
    await notify(trx, 'collection');
    return exceptionOf(trx, contract);
  });
