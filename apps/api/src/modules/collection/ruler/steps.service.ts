import type { CalendarDate } from '@morada/domain/base/calendar';
import { dueDatesOf, dueStep, lastDayOf, onePerTenant } from '@morada/domain/collection/ruler';
import { isSendingDay } from '@morada/domain/messages/send-time';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { writeTrail } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import { type NewMessage, queueMessages } from '../messages/messages.service.ts';
import { findAllSteps, findRuler, type StepRow } from './ruler.queries.ts';
import * as queries from './steps.queries.ts';
import { recipientsOf, writerOf } from './texts.service.ts';

/** Tenants whose steps are done in one transaction. */
const TENANTS = 300;

/**
 * Does today's steps: each transaction records steps and queues their messages. A repeated or concurrent run does only
 * the steps that are left.
 * @returns the number of steps.
 */
export async function doSteps(deps: Deps): Promise<number> {
  const ctx = systemContext(deps);
  const today = ctx.today();
  if (!isSendingDay(today) || !(await findRuler(ctx.db)).active) return 0;
  let steps = 0;
  for (let after = 0; ; ) {
    const { done, last } = await ctx.db.transaction().execute((trx) => doPortion(trx, ctx, today, after));
    steps += done;
    if (last === undefined) return steps;
    after = last;
  }
}

/** Does the steps of the next tenants. `last`: id of the last of these tenants, or undefined when there were none. */
async function doPortion(trx: Db, ctx: Context, today: CalendarDate, after: number) {
  await queries.lockSteps(trx);
  const ruler = await findRuler(trx);
  const steps = await findAllSteps(trx);
  if (!ruler.active || ruler.since === null || steps.length === 0) return { done: 0, last: undefined };
  const dueDates = [...new Set(steps.flatMap(({ days }) => dueDatesOf(days, today)))];
  const candidates = await queries.findCandidates(trx, { today, dueDates, after, most: TENANTS });
  const { since } = ruler;
  const due = onePerTenant(
    candidates.flatMap((invoice) => {
      const step = dueStep(stepsFor(steps, invoice), invoice, today, since);
      return step ? [{ ...invoice, step }] : [];
    }),
  );
  const done = due.length === 0 ? 0 : await doThese(trx, ctx, today, due);
  return { done, last: candidates.at(-1)?.tenant };
}

/** Steps that apply to an invoice: its contract's own if it has any, otherwise the agency's. */
export const stepsFor = (steps: readonly StepRow[], { own, contract }: Pick<queries.Candidate, 'own' | 'contract'>) =>
  steps.filter(({ proposal_id }) => proposal_id === (own ? contract : null));

type Due = queries.Candidate & { step: StepRow };

async function doThese(trx: Db, ctx: Context, today: CalendarDate, due: readonly Due[]): Promise<number> {
  await queries.lockContracts(
    trx,
    due.map(({ contract }) => contract),
  );
  const touched = await queries.insertTouches(
    trx,
    today,
    due.map(({ id, step: { id: step_id, days, action } }) => ({ invoice_id: id, step_id, days, action })),
  );
  if (touched.length === 0) return 0;
  const stepOf = new Map(due.map(({ id, step }) => [id, step]));
  const billed = await queries.findBilled(
    trx,
    touched.map(({ invoice_id }) => invoice_id),
    today,
  );
  const write = await writerOf(ctx, trx, billed, today);
  const messages = billed.flatMap((invoice): NewMessage[] => {
    const step = stepOf.get(invoice.id);
    if (step?.action !== 'MESSAGE') return [];
    return recipientsOf(invoice, step.recipients).map((person) => ({
      key: `collection:${invoice.id}:${step.id}:${person.id}`,
      kind: 'COLLECTION',
      client: person.id,
      contract: invoice.proposal_id,
      invoice: invoice.id,
      channels: step.channels ?? undefined,
      ...write(invoice, step, person),
      whileOpen: true,
      until: lastDayOf(step.days, invoice.due_date, today),
    }));
  });
  await queueMessages(trx, messages);
  await writeTrail(
    trx,
    billed.flatMap(({ id, proposal_id, reference }) => {
      const step = stepOf.get(id);
      if (!step) return [];
      const { days, action, recipients } = step;
      const changes = { invoice_id: id, reference, days, step: action, recipients };
      return [
        { actor: ctx.actor, record: 'proposal', record_id: proposal_id, action: 'collection-step', changes } as const,
      ];
    }),
  );
  await notify(trx, 'collection');
  return touched.length;
}
