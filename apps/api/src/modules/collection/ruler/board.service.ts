import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import {
  type CollectionRow,
  type collection,
  collectionProblems,
  type PlannedStep,
} from '@morada/contract/collection/collection';
import type { CollectionTask } from '@morada/contract/collection/collection-tasks';
import { type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { nextStep, plannedSteps, type StepAction } from '@morada/domain/collection/ruler';
import { STAGE_ORDER } from '@morada/domain/collection/stage-order';
import { addressLine } from '@morada/domain/property/property';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import type { Context, Db } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { snapshot } from '#api/db/transaction.ts';
import * as queries from './board.queries.ts';
import * as calls from './calls.queries.ts';
import { findAllSteps, findRuler, type StepRow } from './ruler.queries.ts';
import { findAgency, findBilled } from './steps.queries.ts';
import { stepsFor } from './steps.service.ts';
import { writerOf } from './texts.service.ts';

/** First rows of each stage that the board shows. */
const BEGINNING = 5;

type Charged = { due_date: CalendarDate; amount: number; old_charges: number };

/** Amount owed today, with the charges that a settlement would propose. */
async function owedOn(db: Db, today: CalendarDate) {
  const { late_from_business_day: fromBusinessDay } = await findAgency(db);
  return ({ due_date, amount, old_charges: oldCharges }: Charged) => {
    const { fine, interest } = lateCharges(amount, due_date, today, { fromBusinessDay, oldCharges });
    return amount + fine + interest;
  };
}

/** Open invoices by stage, each stage with its sum and first rows. */
export async function showBoard(ctx: Context, filters: Received<typeof collection.board>['query']) {
  const today = ctx.today();
  const search = { ...filters, seen: seenBy(ctx) };
  return snapshot(ctx.db, async (trx) => {
    const owed = await owedOn(trx, today);
    const totals = await queries.findTotals(trx, search, today);
    const beginnings = await queries.findBeginnings(trx, search, today, BEGINNING);
    const rows = await rowsOf(
      trx,
      beginnings.map(({ id }) => id),
      today,
    );
    const stageOf = new Map(beginnings.map(({ id, stage }) => [id, stage]));
    const sumOf = ({ due_date, amount, old_charges, invoices }: queries.StageTotal) =>
      due_date === null ? amount : invoices * owed({ due_date, amount, old_charges });
    const { active } = await findRuler(trx);
    const owner = filters.owner === undefined ? undefined : await queries.findOwner(trx, filters.owner);
    return {
      active,
      staff: await queries.findHandlers(trx),
      owner: owner?.name ?? null,
      stages: STAGE_ORDER.map((stage) => {
        const those = totals.filter((total) => total.stage === stage);
        return {
          stage,
          invoices: sum(those.map(({ invoices }) => invoices)),
          amount: sum(those.map(sumOf)),
          rows: rows.filter(({ id }) => stageOf.get(id) === stage),
        };
      }),
    };
  });
}

/** A page of one stage. */
export async function showStage(
  ctx: Context,
  { stage, page = 1, ...filters }: Received<typeof collection.stage>['query'],
) {
  const today = ctx.today();
  const search = { ...filters, seen: seenBy(ctx), stage, page };
  return snapshot(ctx.db, async (trx) => {
    const total = await queries.countStage(trx, search, today);
    const data = await rowsOf(trx, await queries.findStage(trx, search, today), today);
    return { data, page, total, lastPage: lastPage(total) };
  });
}

/** The rows of these invoices, with what happens next to each. */
async function rowsOf(db: Db, ids: readonly number[], today: CalendarDate): Promise<CollectionRow[]> {
  const [invoices, steps, ruler, owed] = [
    await queries.findInvoices(db, ids, today),
    await findAllSteps(db),
    await findRuler(db),
    await owedOn(db, today),
  ];
  return invoices.map((invoice) => shown(invoice, { steps, ruler, owed, today }));
}

type Shown = {
  steps: readonly StepRow[];
  ruler: Awaited<ReturnType<typeof findRuler>>;
  owed: (invoice: Charged) => number;
  today: CalendarDate;
};

function shown(invoice: queries.BoardInvoice, { steps, ruler, owed, today }: Shown): CollectionRow {
  const { id, contract_id, tenant, reference, due_date, hold, until, done, call, failed } = invoice;
  const last = done.at(-1);
  const own = ownSteps(invoice, steps);
  const isRunning = ruler.active && ruler.since !== null && hold === null;
  const next = isRunning && ruler.since ? nextStep(own, invoice, today, ruler.since) : undefined;
  return {
    ...{ id, contract_id, tenant, reference, due_date, hold, until, call, failed },
    property: addressLine(invoice),
    days: daysBetween(due_date, today),
    amount: owed(invoice),
    last: last ? doneStep(last, steps) : null,
    next: next ? planned(next) : null,
  };
}

/** Steps of an invoice's contract; none where the contract is an exception without any. */
const ownSteps = ({ mode, contract_id }: queries.BoardInvoice, steps: readonly StepRow[]) =>
  mode === 'NONE' ? [] : stepsFor(steps, { own: mode === 'OWN', contract: contract_id });

const planned = ({ day, step: { days, action, recipients } }: { day: CalendarDate; step: StepRow }): PlannedStep => ({
  ...{ day, days, action, recipients },
});

/**
 * A step that was done. The recipients are those that the step has now; a removed step counts as sent to the tenant.
 */
const doneStep = (
  { on, days, action, step }: { on: CalendarDate; days: number; action: StepAction; step: number },
  steps: readonly StepRow[],
): PlannedStep => ({
  ...{ day: on, days, action },
  recipients: steps.find(({ id }) => id === step)?.recipients ?? 'TENANT',
});

/** Tasks shown at once. */
const MOST_TASKS = 50;

export async function showTasks(ctx: Context): Promise<{ total: number; data: CollectionTask[] }> {
  const today = ctx.today();
  return snapshot(ctx.db, async (trx) => {
    const owed = await owedOn(trx, today);
    const [total, tasks] = [await queries.countTasks(trx, today), await queries.findTasks(trx, today, MOST_TASKS)];
    return {
      total,
      data: tasks.map((task) => {
        const { kind, id, tenant, due_date, day } = task;
        const property = addressLine(task);
        return { kind, id, tenant, property, due_date, days: daysBetween(due_date, today), amount: owed(task), day };
      }),
    };
  });
}

/** Days ahead that the plan of an invoice covers. */
const PLANNED_DAYS = 60;

/** Collection of one open invoice. */
export async function showInvoice(ctx: Context, id: number) {
  const today = ctx.today();
  const [steps, ruler, owed, found] = [
    await findAllSteps(ctx.db),
    await findRuler(ctx.db),
    await owedOn(ctx.db, today),
    await queries.findInvoices(ctx.db, [id], today),
  ];
  const [invoice] = found;
  if (!invoice) throw collectionProblems.COLLECTION_INVOICE_NOT_FOUND();
  const row = shown(invoice, { steps, ruler, owed, today });
  const own = ownSteps(invoice, steps);
  const since = ruler.since;
  const isRunning = ruler.active && since !== null && invoice.hold === null;
  return {
    row,
    done: invoice.done.map((one) => ({ ...doneStep(one, steps), at: one.at })),
    planned:
      isRunning && since ? plannedSteps(own, invoice, { from: today, days: PLANNED_DAYS, since }).map(planned) : [],
    calls: await calls.findCalls(ctx.db, id),
    pauses: await calls.findPauses(ctx.db, id, today),
    people: await calls.findPeople(ctx.db, id, today),
    owners: await calls.findOwners(ctx.db, id),
    script: await scriptOf(ctx, id, own, invoice),
  };
}

/** Script of the latest call that the ruler asked for. */
async function scriptOf(ctx: Context, id: number, steps: readonly StepRow[], { done }: queries.BoardInvoice) {
  const asked = done.findLast(({ action }) => action === 'CALL');
  const step = asked && steps.find((one) => one.id === asked.step);
  const [billed] = step ? await findBilled(ctx.db, [id], ctx.today()) : [];
  if (!step || !billed) return null;
  const write = await writerOf(ctx, ctx.db, [billed], ctx.today());
  return write(billed, step, billed.tenant).text;
}
