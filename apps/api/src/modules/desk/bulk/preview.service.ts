import { common } from '@morada/contract/base/problem';
import { BULK_LIMITS, type BulkRun, bulkProblems } from '@morada/contract/desk/bulk';
import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { granted } from '@morada/domain/access/permissions';
import { actorId, type Context, inside } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import type { Action, Evaluated } from './bulk.action.ts';
import * as queries from './bulk.queries.ts';
import { showRun } from './bulk.service.ts';
import { actionOf } from './registry.action.ts';

type Asked = {
  ids?: readonly number[] | undefined;
  filter?: object | undefined;
  except?: readonly number[] | undefined;
} & Record<string, unknown>;

const GONE = 'Não existe mais.';

/** Records what the action would do to each chosen record, or the reason against it. Nothing else changes. */
export async function preview(ctx: Context, name: BulkAction, asked: Asked): Promise<BulkRun> {
  const { ids: _, filter: __, except: ___, ...rest } = asked;
  const id = await change(ctx, async (trx) => {
    const held = inside(ctx, trx);
    const action = actionOf(name);
    const ids = await chosen(held, action, asked);
    const options = action.options?.(held, rest) ?? {};
    const evaluated = new Map((await action.evaluate(held, ids, options)).map((one) => [one.id, one]));
    const run = await queries.insertRun(trx, {
      action: name,
      options: JSON.stringify(options),
      admin_user_id: actorId(ctx),
    });
    await queries.insertItems(
      trx,
      run,
      ids.map((record_id, position) => asItem(record_id, position, evaluated.get(record_id))),
    );
    return run;
  });
  return showRun(ctx, id);
}

/** Evaluates a filter at the time of the preview, if the caller may read the list. */
async function chosen(ctx: Context, action: Action, { ids, filter, except = [] }: Asked): Promise<number[]> {
  if (ids && ids.length > 0) return [...new Set(ids)];
  if (!filter) throw bulkProblems.BULK_NOTHING_CHOSEN();
  if (!granted(ctx.actor.permissions, action.readers)) throw common.PERMISSION_DENIED();
  const spared = new Set(except);
  const most = BULK_LIMITS.records + spared.size + 1;
  const found = (await action.search(ctx, filter, most)).filter((id) => !spared.has(id));
  if (found.length > BULK_LIMITS.records) throw bulkProblems.BULK_TOO_MANY();
  if (found.length === 0) throw bulkProblems.BULK_NOTHING_CHOSEN();
  return found;
}

function asItem(record_id: number, position: number, evaluated: Evaluated | undefined): queries.NewItem {
  const { version = 0, amount = null, lines = [], trace = {}, reason } = evaluated ?? { reason: GONE };
  return {
    ...{ record_id, position, version, amount, lines, trace },
    state: reason === undefined ? 'READY' : 'REFUSED',
    reason: reason ?? null,
  };
}
