import { MOST_VIEWS, type ViewChange, type ViewCreate, viewProblems } from '@morada/contract/desk/views';
import type * as z from 'zod/mini';
import { actorId, type Context } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import * as queries from './views.queries.ts';

// Views are personal, so their changes leave no trail.

const presented = ({ filters, ...view }: queries.FoundView) => ({
  ...view,
  filters: filters as Record<string, string>,
});

const unlessTaken = <T>(write: Promise<T>) => write.catch(violates('saved_view_name', viewProblems.VIEW_NAME_TAKEN));

export const listViews = async (ctx: Context) => (await queries.findViews(ctx.db, actorId(ctx))).map(presented);

export function createView(ctx: Context, input: z.output<typeof ViewCreate>) {
  return change(ctx, async (trx) => {
    const person = actorId(ctx);
    await queries.lockPerson(trx, person);
    if ((await queries.countViews(trx, person, input.list)) >= MOST_VIEWS) throw viewProblems.TOO_MANY_VIEWS();
    if (input.first) await queries.noneFirst(trx, person, input.list);
    const view = { ...input, admin_user_id: person, filters: JSON.stringify(input.filters) };
    return presented(await unlessTaken(queries.insertView(trx, view)));
  });
}

export function updateView(ctx: Context, id: number, { filters, ...rest }: z.output<typeof ViewChange>) {
  return change(ctx, async (trx) => {
    const person = actorId(ctx);
    await queries.lockPerson(trx, person);
    const view = await queries.findView(trx, person, id);
    if (!view) throw viewProblems.VIEW_NOT_FOUND();
    if (rest.first) await queries.noneFirst(trx, person, view.list);
    const changed = { ...rest, ...(filters && { filters: JSON.stringify(filters) }) };
    if (Object.keys(changed).length === 0) return presented(view);
    return presented(await unlessTaken(queries.updateView(trx, id, changed)));
  });
}

export async function removeView(ctx: Context, id: number) {
  if (!(await queries.removeView(ctx.db, actorId(ctx), id))) throw viewProblems.VIEW_NOT_FOUND();
}
